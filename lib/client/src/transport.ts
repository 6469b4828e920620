import { ConnectionError } from './errors.ts';
import { Watch } from './watch.ts';
import { watchedResponse } from './watched-response.ts';
import { byXmlHttpRequest } from './xml-http-request.ts';

/** One HTTP request. A `Blob` carries its content type. */
export interface OutgoingRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: Blob | undefined;
  /** Milliseconds without progress after which the attempt fails; `Infinity` for no limit. */
  timeout: number;
  /** Whether redirects are responses, where the platform permits that; see `afterRedirect`. */
  returnsRedirects?: boolean;
  signal?: AbortSignal | undefined;
  /** Called with the bytes of the body that have been sent, if the platform reports them. */
  onSent?: ((bytes: number) => void) | undefined;
}

/**
 * Sends a request; resolves with a response of any status.
 *
 * @throws ConnectionError when there is no response, or reading its body fails; the reason of `signal` when it aborts;
 * TypeError for invalid headers; the errors of `onSent` and of reading `body`
 */
export type Transport = (request: OutgoingRequest) => Promise<Response>;

/** Sends with `fetch`, or with `XMLHttpRequest` in browsers when the caller follows the progress of the body. */
export function transportOf(fetcher: typeof fetch | undefined): Transport {
  const send = fetcher ?? ((input: string | URL | Request, init?: RequestInit) => fetch(input, init));
  return async (request) => {
    const { url, headers, body, signal, timeout, onSent } = request;
    signal?.throwIfAborted();
    // Invalid headers are an error of the caller, not of the connection.
    new Headers(headers);
    const watch = new Watch(signal, timeout, hostOf(url));
    const noResponse = async (cause: unknown) => {
      await requireReadable(body);
      return new ConnectionError(`No response from ${hostOf(url)}.`, { cause });
    };
    if (body && onSent && !fetcher && 'XMLHttpRequest' in globalThis) {
      return watch.run(() => byXmlHttpRequest(request, watch), noResponse);
    }
    const streams = isServer() && (onSent !== undefined || !fetcher);
    const response = await watch.run(() => byFetch(request, watch, { send, streams }), noResponse);
    return watchedResponse(response, (next) =>
      watch.run(
        next,
        (cause) => new ConnectionError('The connection closed during the response.', { cause }),
      ),
    );
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'the service');

/** @throws the platform's error when a file of the body cannot be read, for example because it has changed */
async function requireReadable(body: Blob | undefined): Promise<void> {
  for (let at = 0; body && at < body.size; at += step) await body.slice(at, at + step).arrayBuffer();
}

interface Fetching {
  send: typeof fetch;
  /** Whether large bodies are sent as streams, so that their progress is known. */
  streams: boolean;
}

async function byFetch(
  { method, url, headers, body, returnsRedirects = false, onSent }: OutgoingRequest,
  watch: Watch,
  { send, streams }: Fetching,
): Promise<Response> {
  const init: RequestInit & { duplex?: 'half' } = { method, headers: { ...headers }, signal: watch.signal };
  if (returnsRedirects && isServer()) init.redirect = 'manual';
  if (body && streams && (onSent || body.size > step)) {
    // Storage rejects bodies of unknown length.
    init.headers = { ...headers, 'content-type': body.type, 'content-length': String(body.size) };
    init.body = counted(body, (bytes) => {
      watch.progress();
      watch.notify(() => onSent?.(bytes));
    });
    init.duplex = 'half';
    // Otherwise `fetch` of some versions of Node.js fails for 401: https://github.com/nodejs/undici/issues/4910
    init.credentials = 'omit';
  } else if (body) {
    watch.progress((body.size / slowest) * 1000);
    init.body = body;
  }
  const response = await send(url, init);
  if (body) watch.notify(() => onSent?.(body.size));
  return response;
}

/**
 * Whether `fetch` is that of a server: it sends a stream with the length given in the headers, and returns redirects as
 * responses. Those of Node.js and Bun do. Deno sends streams in chunks. Browsers (in service workers, which have no
 * `XMLHttpRequest`) stream over HTTP/2 only, and hide redirects.
 */
function isServer(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined && !('Deno' in globalThis);
}

/** Bytes between two reports of progress. */
const step = 256 * 1024;

/** Bytes a second of the slowest connection: the time for a body whose progress is unknown. */
const slowest = 16 * 1024;

/** The bytes of `body`. They count as sent once the network asks for more. */
function counted(body: Blob, onSent: (bytes: number) => void): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        onSent(Math.min(at, body.size));
        if (at >= body.size) {
          controller.close();
          return;
        }
        controller.enqueue(new Uint8Array(await body.slice(at, at + step).arrayBuffer()));
        at += step;
      },
    },
    { highWaterMark: 0 },
  );
}
