import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  connect as connectSocket,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { Connect } from '#lib/engines/egress/connect.ts';
import { EgressProxy, type EgressProxyOptions } from '#lib/engines/egress/proxy.ts';

/** A public address for tests. Nothing connects to it: `Web.connect` leads to loopback. */
export const publicAddress = '93.184.216.34';

const closers: (() => Promise<unknown>)[] = [];

/** For `afterEach`: ends what the functions here have started. */
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

/** An HTTP server on loopback. @returns its port */
export const startHttp = (listener: RequestListener): Promise<number> => listening(createServer(listener));

/** A TCP server on loopback. @returns its port */
export function startTcp(listener: (socket: Socket) => void): Promise<number> {
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    listener(socket);
  });
  return listening(server);
}

/** Any other server on loopback. @returns its port */
export const startServer = (server: Server): Promise<number> => listening(server);

/** A fake internet: connects all addresses to one port on loopback, and records them. */
export function internet(port: number): { connect: Connect; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    connect: (address, askedPort) => {
      asked.push(`${address} ${askedPort}`);
      return connectSocket({ host: '127.0.0.1', port });
    },
  };
}

export interface StartedProxy {
  proxy: EgressProxy;
  port: number;
  /** The arguments of the callbacks, as `reason url`. */
  rejected: string[];
  failed: string[];
}

/** Starts a proxy that requires no credentials by default. */
export async function startProxy(
  options: EgressProxyOptions & { allow?: string } = {},
): Promise<StartedProxy> {
  const rejected: string[] = [];
  const failed: string[] = [];
  const proxy = await EgressProxy.start({
    requireCredentials: false,
    allowed: AllowedHosts.parse(options.allow ?? ''),
    onDenied: (url, reason) => rejected.push(`${reason} ${url}`),
    onFailed: (url, reason) => failed.push(`${reason} ${url}`),
    ...options,
  });
  closers.push(() => proxy.stop());
  return { proxy, port: Number(new URL(proxy.url).port), rejected, failed };
}

/** Sends bytes as they are and collects all that comes back until the other side closes. */
export async function sendRaw(port: number, text: string | Buffer): Promise<string> {
  const socket = await openRaw(port);
  socket.write(text, 'latin1');
  return received(socket);
}

export async function openRaw(port: number): Promise<Socket> {
  const socket = connectSocket({ host: '127.0.0.1', port });
  socket.on('error', () => socket.destroy());
  closers.push(() => Promise.resolve(socket.destroy()));
  await once(socket, 'connect');
  return socket;
}

/** Waits until a socket is closed, by an error or without. */
export function closing(socket: Socket): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (socket.closed) resolve(undefined);
  else socket.once('close', () => resolve(undefined));
  return promise;
}

/** All that comes until the socket closes. */
export async function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await closing(socket);
  return Buffer.concat(chunks).toString('latin1');
}

/** Waits until what has come contains a text. */
export async function receivedUntil(socket: Socket, text: string): Promise<string> {
  let all = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const collect = (chunk: Buffer): void => {
    all += chunk.toString('latin1');
    if (all.includes(text)) resolve(all);
  };
  const closed = (): void => reject(new Error(`Closed after: ${all}`));
  socket.on('data', collect);
  socket.once('close', closed);
  return promise.finally(() => {
    socket.off('data', collect);
    socket.off('close', closed);
  });
}

/** A request in absolute form, by which a browser asks a proxy. */
export function absoluteGet(url: string, ...lines: string[]): string {
  return [`GET ${url} HTTP/1.1`, `Host: ${new URL(url).host}`, ...lines, 'Connection: close', '', ''].join(
    '\r\n',
  );
}

/** The same for a tunnel. */
export function connectTo(authority: string, ...lines: string[]): string {
  return [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`, ...lines, '', ''].join('\r\n');
}

export const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);
