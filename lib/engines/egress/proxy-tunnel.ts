import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { parseAuthority } from './authority.ts';
import { asEgressError, EgressFailed, EgressDenied } from './errors.ts';
import { headerCount } from './forwarded-headers.ts';
import type { Outbound } from './outbound.ts';
import { type ProxyResponse, type ProxyReport, reportAndRespond } from './proxy-report.ts';

/**
 * Handles CONNECT (RFC 9110, section 9.3.6): once the target is checked, forwards bytes both ways until one side
 * closes.
 *
 * @param head the bytes that the client sent after its request without waiting for the response
 */
export async function openTunnel(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  outbound: Outbound,
  report: ProxyReport,
): Promise<void> {
  const ended = new AbortController();
  const clientLeft = new Error('The client closed its connection');
  client.on('error', () => client.destroy());
  client.once('close', () => ended.abort(clientLeft));
  let host = request.url ?? '';
  let url = host;
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  try {
    const target = readTarget(request);
    host = target.host;
    url = target.url;
    timer = setTimeout(
      () => ended.abort(new EgressFailed(host, 'timeout')),
      outbound.limits.exchangeMilliseconds,
    );
    const socket = await outbound.open(host, target.port, ended.signal);
    isOpen = true;
    await carry({ client, socket, head, host, outbound, ended });
  } catch (error) {
    const reason: unknown = ended.signal.aborted ? ended.signal.reason : error;
    if (reason === clientLeft) return;
    const response = reportAndRespond(url, asEgressError(reason, host), report);
    if (isOpen) client.destroy();
    else respondInTunnel(client, response);
  } finally {
    clearTimeout(timer);
  }
}

/** Responds to a CONNECT without opening a tunnel, and closes the connection. */
export function respondInTunnel(client: Socket, { status, headers, body }: ProxyResponse): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  client.setTimeout(1_000, () => client.destroy());
  // Unread bytes would turn the close into a reset, which can overtake the response.
  client.resume();
  client.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

interface TunnelTarget {
  /** IPv6 addresses are in brackets. */
  host: string;
  port: number;
  url: string;
}

/** @throws EgressDenied `request` when the target is not valid */
function readTarget({ url = '', headers, rawHeaders }: IncomingMessage): TunnelTarget {
  const target = parseAuthority(url);
  const named = parseAuthority(headers.host ?? '');
  if (target?.port === undefined) throw new EgressDenied(url, 'request');
  const { host, port } = target;
  const sameHost = named?.host.text === host.text && (named.port ?? port) === port;
  if (!sameHost || headerCount(rawHeaders, 'host') !== 1) throw new EgressDenied(host.text, 'request');
  const hostname = host.text.includes(':') ? `[${host.text}]` : host.text;
  // Browsers open ws:// through port 80.
  const scheme = port === 80 ? 'http' : 'https';
  return {
    host: host.kind === 'name' && host.absolute ? `${hostname}.` : hostname,
    port,
    url: new URL(`${scheme}://${hostname}:${port}/`).href,
  };
}

interface Tunnel {
  client: Socket;
  socket: Socket;
  head: Buffer;
  host: string;
  outbound: Outbound;
  ended: AbortController;
}

/** Resolves when either side closes; rejects when the tunnel is cut. */
function carry({ client, socket, head, host, outbound, ended }: Tunnel): Promise<undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const { idleMilliseconds } = outbound.limits;
  const cut = (error: Error): void => {
    reject(error);
    socket.destroy();
    client.destroy();
  };
  const count = (): void => {
    if (!outbound.measure(socket)) cut(new EgressDenied(host, 'limit'));
  };
  ended.signal.addEventListener('abort', () => cut(ended.signal.reason as Error));
  client.setTimeout(idleMilliseconds, () => client.destroy());
  // A tunnel that carried nothing is not reported as failed.
  socket.setTimeout(idleMilliseconds, () => socket.destroy());
  socket.once('close', (hadError) => {
    if (hadError) client.destroy();
    else client.end();
    resolve(undefined);
  });
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) socket.write(head);
  socket.pipe(client);
  client.pipe(socket);
  socket.on('data', count);
  client.on('data', count);
  return promise;
}
