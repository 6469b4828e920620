import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  allowedPort,
  canaryPorts,
  freePorts,
  insideAddresses,
  insideHost,
  insideOnlyPort,
  multicastGroup,
  publicAddresses,
  publicPorts,
  udpPorts,
} from './addresses.ts';
import { secretBodies, secretText } from './secret.ts';

/** Responds to requests to public addresses and to the allowed host. */
export type Site = (request: IncomingMessage, response: ServerResponse) => void;

/** Another process on a free port of loopback, such as the proxy of another render; the scan of a page finds it. */
const neighbourPort = freePorts.first + 7;

/** The servers at the addresses of the namespace. Anything that reaches a private one is noted. */
export class CanaryServers {
  /** `tcp 10.0.0.5:9001`, `GET http://10.0.0.5:9001/x`, `udp 10.0.0.5:3478` in the order they came. */
  readonly hits: string[] = [];
  readonly #site: Site;

  private constructor(site: Site) {
    this.#site = site;
  }

  static async start(site: Site): Promise<CanaryServers> {
    const servers = new CanaryServers(site);
    const ports = [...new Set([...canaryPorts, ...publicPorts, neighbourPort])];
    await Promise.all([
      ...ports.map((port) => servers.#listen(port, '::')),
      servers.#listen(insideOnlyPort, insideHost),
      servers.#listen(allowedPort, '127.0.0.1'),
      ...['127.0.0.1', '::1', ...insideAddresses].flatMap((address) =>
        udpPorts.map((port) => servers.#listenUdp(port, address)),
      ),
      servers.#listenMulticast(),
    ]);
    return servers;
  }

  async #listen(port: number, address: string): Promise<void> {
    const server = createServer((request, response) => {
      if (isPublic(request.socket)) {
        this.#site(request, response);
        return;
      }
      this.hits.push(`${request.method ?? ''} http://${request.headers.host ?? ''}${request.url ?? ''}`);
      responseSecret(request, response);
    });
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => socket.destroy());
      if (!isPublic(socket)) this.hits.push(`tcp ${plainAddress(socket)}:${socket.localPort ?? 0}`);
    });
    server.on('upgrade', (request, socket: Socket) => {
      if (isPublic(socket)) socket.destroy();
      else sendSecretFrame(request, socket);
    });
    // What is no HTTP, as a TLS handshake or a STUN request, was counted when it connected.
    server.on('clientError', (_error, socket) => socket.destroy());
    server.listen({ port, host: address, ipv6Only: false });
    await once(server, 'listening');
  }

  async #listenUdp(port: number, address: string): Promise<void> {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    socket.on('message', () => this.hits.push(`udp ${address}:${port}`));
    socket.bind({ port, address, exclusive: true });
    await once(socket, 'listening');
  }

  async #listenMulticast(): Promise<void> {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    socket.on('message', () => this.hits.push(`udp ${multicastGroup}:5353`));
    socket.bind(5353, multicastGroup);
    await once(socket, 'listening');
    socket.addMembership(multicastGroup, publicAddresses[0]);
  }
}

const plainAddress = ({ localAddress = '' }: Socket): string => localAddress.replace(/^::ffff:(?=\d+\.)/, '');

const isPublic = (socket: Socket): boolean =>
  socket.localPort === allowedPort || publicAddresses.some((address) => address === plainAddress(socket));

/** Returns the secret in the content type that the URL names. */
function responseSecret({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const [, extension = ''] = /\.(\w+)(?:$|[?#])/.exec(url) ?? [];
  const { type, body } = secretBodies[extension] ?? secretBodies['html'] ?? { type: 'text/plain', body: '' };
  response.writeHead(200, {
    'content-type': type,
    'access-control-allow-origin': headers.origin ?? '*',
    'access-control-allow-headers': '*, content-type, x-custom',
    'access-control-allow-methods': '*, PUT, DELETE',
    'access-control-allow-credentials': 'true',
    'access-control-allow-private-network': 'true',
    'access-control-allow-local-network': 'true',
    'timing-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'supports-loading-mode': 'credentialed-prerender',
    'service-worker-allowed': '/',
  });
  response.end(body);
}

/** Accepts a WebSocket and sends one text frame (RFC 6455). */
function sendSecretFrame({ headers }: IncomingMessage, socket: Socket): void {
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.write(Buffer.concat([Buffer.from([0x81, secretText.length]), Buffer.from(secretText)]));
}
