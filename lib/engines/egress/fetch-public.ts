import { type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { responseOf } from './response-of.ts';
import { AllowedHosts } from './allowed-hosts.ts';
import { portOf } from './check-url.ts';
import { type Connect, connectChecked, directConnect } from './connect.ts';
import { asEgressError, EgressFailed, EgressDenied, EgressUnresolved } from './errors.ts';
import { inTime } from '../../base/in-time.ts';
import { NameLookups } from './name-lookups.ts';
import { type CheckedHost, resolvePublic, type Resolver } from './resolve.ts';

export interface PostOptions {
  /** `host`, `content-length` and `connection` are set by `postPublic`. */
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** Limit for the whole request, from name resolution to the end of the response. */
  timeoutMilliseconds: number;
  /** How many bytes of the response body are read before the connection is closed. The body is discarded. */
  maximumResponseBytes: number;
  /** Non-public hosts that may be reached, over plain http too. Default: none. */
  allowed?: AllowedHosts;
  signal?: AbortSignal;
  /** Default: a resolver of this request, which ends with it. */
  resolver?: Resolver;
  /** Name servers as `address` or `address:port`. Default: the system's. */
  nameServers?: readonly string[];
  connect?: Connect;
  /** PEM certificates to trust instead of the default authorities. */
  certificateAuthorities?: string | string[];
}

export interface PostResponse {
  status: number;
  headers: IncomingHttpHeaders;
}

/**
 * Sends one POST to a public or allowed host by the same rules as `EgressProxy`: the host is resolved once, every
 * address is checked, and the connection goes to a checked address. With https the certificate must be valid for the
 * host of the URL. Redirects are not followed but returned. Once a status has arrived it is returned, even if the body
 * then breaks off or never ends.
 *
 * @throws EgressDenied when the URL is not https (http: allowed hosts only) or contains credentials, or when the host,
 *   port or address is not allowed
 * @throws EgressFailed when there was no response; EgressUnresolved when the name has no address
 * @throws the signal's reason when the signal aborts
 */
export async function postPublic(url: string, options: PostOptions): Promise<PostResponse> {
  const target = readUrl(url);
  const ended = new AbortController();
  const end = (): void => ended.abort(options.signal?.reason);
  const late = new EgressFailed(target.hostname, 'timeout');
  const timer = setTimeout(() => ended.abort(late), options.timeoutMilliseconds);
  options.signal?.addEventListener('abort', end);
  if (options.signal?.aborted) end();
  const lookups = new NameLookups({
    milliseconds: options.timeoutMilliseconds,
    maximum: 1,
    nameServers: options.nameServers,
  });
  const resolver = options.resolver ?? ((name: string) => lookups.addressesOf(name));
  try {
    const socket = await open(target, { ...options, resolver }, ended.signal);
    try {
      return await post(target, socket, options, ended.signal);
    } finally {
      socket.destroy();
    }
  } catch (error) {
    ended.signal.throwIfAborted();
    throw asEgressError(error, target.hostname);
  } finally {
    clearTimeout(timer);
    lookups.stop();
    options.signal?.removeEventListener('abort', end);
  }
}

function readUrl(url: string): URL {
  const target = URL.parse(url);
  if (!target) throw new EgressDenied(url, 'url');
  const isWeb = target.protocol === 'https:' || target.protocol === 'http:';
  if (!isWeb || target.username || target.password) throw new EgressDenied(target.hostname || url, 'url');
  return target;
}

async function open(
  target: URL,
  options: PostOptions & { resolver: Resolver },
  signal: AbortSignal,
): Promise<Socket> {
  const { allowed = AllowedHosts.none, resolver, connect = directConnect } = options;
  const isSecure = target.protocol === 'https:';
  const milliseconds = options.timeoutMilliseconds;
  const late = (): Error => new EgressUnresolved(target.hostname);
  const checked = await inTime(resolvePublic(target.hostname, portOf(target), allowed, resolver), {
    milliseconds,
    signal,
    late,
  });
  if (!isSecure && !checked.listed) throw new EgressDenied(checked.host, 'url');
  const socket = await connectChecked(checked, { connect, milliseconds, signal });
  if (!isSecure) return socket;
  try {
    return await secured(socket, checked, options, signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** @throws EgressFailed `protocol` when the server presents no valid certificate for the host */
async function secured(
  socket: Socket,
  { host }: CheckedHost,
  options: PostOptions,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const secure = connectTls({
    socket,
    // The name that the certificate must contain. SNI is for names only (RFC 6066, section 3).
    host,
    ...(isName(host) ? { servername: host } : {}),
    ALPNProtocols: ['http/1.1'],
    ...(options.certificateAuthorities ? { ca: options.certificateAuthorities } : {}),
  });
  secure.once('secureConnect', () => resolve(secure));
  secure.on('error', (error) => reject(new EgressFailed(host, 'protocol', error)));
  secure.once('close', () => reject(new EgressFailed(host, 'unreachable')));
  return inTime(promise, {
    milliseconds: options.timeoutMilliseconds,
    signal,
    late: () => new EgressFailed(host, 'timeout'),
  });
}

const isName = (host: string): boolean => isIP(host) === 0;

async function post(
  target: URL,
  socket: Socket,
  options: PostOptions,
  signal: AbortSignal,
): Promise<PostResponse> {
  const body = Buffer.from(options.body);
  const request = sendRequest({
    createConnection: () => socket,
    method: 'POST',
    path: target.pathname + target.search,
    headers: { ...options.headers, host: target.host, 'content-length': body.length, connection: 'close' },
    signal,
  });
  request.end(body);
  const response = await responseOf(request, target.hostname);
  await drain(response, options.maximumResponseBytes);
  return { status: response.statusCode ?? 0, headers: response.headers };
}

/** Waits for the end of the body, so that the server is not cut off while it sends. Gives up after `maximum` bytes. */
async function drain(response: IncomingMessage, maximum: number): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maximum) return;
    }
  } catch {
    // The status has arrived; a body that breaks off does not change it.
  }
}
