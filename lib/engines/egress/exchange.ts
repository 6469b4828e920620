import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import { defaultEgressLimits } from './egress-limits.ts';
import { EgressFailed } from './errors.ts';
import type { PublicCall } from './public-call.ts';
import { responseOf } from './response-of.ts';

export interface ExchangeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** `host` and `connection` are added. */
  headers: Readonly<Record<string, string | number>>;
  /** Writes the body and ends the request. */
  send: (request: ClientRequest) => void;
}

export interface Exchange {
  request: ClientRequest;
  response: IncomingMessage;
  /** Returns the error of the connection, if there was one. That of `response` hides what the parser rejected. */
  brokenBy: () => Error | undefined;
  /** Closes the connection. */
  close: () => void;
}

/** Interim responses (1xx) before the final one. Servers send one or two. */
const maximumInterimResponses = 10;

/**
 * Sends one request over a connection of its own, and waits for the header of the response. Sends no cookies and no
 * credentials, and follows no redirect.
 *
 * @param target as `readWebUrl` returns it
 * @throws what `PublicCall.open` throws, and the error that broke the exchange
 */
export async function exchange(
  call: PublicCall,
  target: URL,
  { method, headers, send }: ExchangeRequest,
): Promise<Exchange> {
  const socket = await call.open(target);
  const close = (): void => void socket.destroy();
  try {
    const request = sendRequest({
      createConnection: () => socket,
      method,
      path: target.pathname + target.search,
      headers: { ...headers, host: target.host, connection: 'close' },
      maxHeaderSize: defaultEgressLimits.headerBytes,
      insecureHTTPParser: false,
      signal: call.signal,
    });
    // Node drops headers after the 2,000th by default, which could hide the one that changes the body's meaning.
    request.maxHeadersCount = 0;
    let broken: Error | undefined;
    request.on('error', (error) => (broken ??= error));
    const interim = countInterimResponses(request);
    send(request);
    const response = await responseOf(request, call.host);
    if (interim.count > maximumInterimResponses) throw new EgressFailed(call.host, 'protocol');
    return { request, response, brokenBy: () => broken, close };
  } catch (error) {
    close();
    throw error;
  }
}

function countInterimResponses(request: ClientRequest): { readonly count: number } {
  const interim = { count: 0 };
  request.on('information', () => {
    interim.count += 1;
    if (interim.count > maximumInterimResponses) request.destroy();
  });
  return interim;
}
