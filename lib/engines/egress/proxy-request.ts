import { type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { responseOf } from './response-of.ts';
import { parseAuthority } from './authority.ts';
import { asEgressError, EgressFailed, EgressDenied } from './errors.ts';
import { endToEndHeaders, headerCount } from './forwarded-headers.ts';
import { parseHost } from './host.ts';
import type { Outbound } from './outbound.ts';
import { failedHeader, type ProxyReport, deniedHeader, reportAndRespond } from './proxy-report.ts';

/**
 * Forwards one request in absolute form (RFC 9112, section 3.2.2) on a separate connection, so that no server can
 * respond to requests for another. `Upgrade` is dropped, as the RFC allows: browsers open WebSockets by CONNECT.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  outbound: Outbound,
  report: ProxyReport,
): Promise<void> {
  const ended = new AbortController();
  const clientLeft = new Error('The client closed its connection');
  response.once('close', () => ended.abort(clientLeft));
  let target: URL | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    target = readTarget(request);
    const { hostname } = target;
    timer = setTimeout(
      () => ended.abort(new EgressFailed(hostname, 'timeout')),
      outbound.limits.exchangeMilliseconds,
    );
    const socket = await outbound.open(hostname, Number(target.port || 80), ended.signal);
    await exchange({ request, response, target, socket, outbound, ended });
  } catch (error) {
    const reason: unknown = ended.signal.aborted ? ended.signal.reason : error;
    if (reason === clientLeft) return;
    const url = target?.href ?? request.url ?? '';
    const reply = reportAndRespond(url, asEgressError(reason, target?.hostname ?? url), report);
    if (response.headersSent) response.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws EgressDenied `url`, `host` or `request` when the target is not valid */
function readTarget({ url = '', headers, rawHeaders }: IncomingMessage): URL {
  const target = URL.parse(url);
  if (!target) throw new EgressDenied(url, 'request');
  const { hostname } = target;
  if (target.protocol !== 'http:' || target.username || target.password) {
    throw new EgressDenied(hostname || url, 'url');
  }
  const host = parseHost(hostname);
  if (!host) throw new EgressDenied(hostname, 'host');
  const named = parseAuthority(headers.host ?? '');
  const sameHost = named?.host.text === host.text && (named.port ?? 80) === Number(target.port || 80);
  const coding = headers['transfer-encoding'];
  const framedOnce =
    coding === undefined || (coding.toLowerCase() === 'chunked' && !headers['content-length']);
  if (!sameHost || !framedOnce || headerCount(rawHeaders, 'host') !== 1) {
    throw new EgressDenied(hostname, 'request');
  }
  return target;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  target: URL;
  socket: Socket;
  outbound: Outbound;
  /** Aborting it with a reason ends the exchange. */
  ended: AbortController;
}

async function exchange({ request, response, target, socket, outbound, ended }: Exchange): Promise<void> {
  const { hostname } = target;
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const upstream = sendRequest({
    createConnection: () => socket,
    method: request.method ?? 'GET',
    path: target.pathname + target.search,
    // This proxy has already responded to `Expect`.
    headers: [
      ...['Host', target.host],
      ...endToEndHeaders(request.rawHeaders, 'host', 'expect'),
      ...(isChunked ? ['Transfer-Encoding', 'chunked'] : []),
    ],
    maxHeaderSize: outbound.limits.headerBytes,
    signal: ended.signal,
  });
  socket.setTimeout(outbound.limits.idleMilliseconds, () =>
    ended.abort(new EgressFailed(hostname, 'timeout')),
  );
  const count = (): void => {
    if (!outbound.measure(socket)) ended.abort(new EgressDenied(hostname, 'limit'));
  };
  if (isChunked || request.headers['content-length'] !== undefined) {
    request.on('data', count);
    request.pipe(upstream);
    // Otherwise sent with the first bytes of the body, which the server may want to reject before it arrives.
    upstream.flushHeaders();
  } else {
    upstream.end();
  }
  const reply = await responseOf(upstream, hostname);
  reply.on('data', count);
  writeHead(response, reply, hostname);
  // Not `pipeline`: it would close the response when the upstream response breaks, as if the client had disconnected.
  reply.pipe(response);
  await finished(reply);
}

/** @throws EgressFailed `protocol` when the response cannot be forwarded unchanged */
function writeHead(response: ServerResponse, reply: IncomingMessage, host: string): void {
  const { statusCode = 0, statusMessage = '', rawHeaders } = reply;
  const coding = reply.headers['transfer-encoding']?.toLowerCase() ?? 'chunked';
  // A 407 from the server would make the browser send the proxy's credentials again.
  if (coding !== 'chunked' || statusCode === 407) {
    reply.destroy();
    throw new EgressFailed(host, 'protocol');
  }
  response.sendDate = false;
  try {
    response.writeHead(statusCode, statusMessage, endToEndHeaders(rawHeaders, deniedHeader, failedHeader));
  } catch (error) {
    reply.destroy();
    throw new EgressFailed(host, 'protocol', error);
  }
}
