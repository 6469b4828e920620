import { ConnectionError } from './errors.ts';
import { byXmlHttpRequest } from './xml-http-request.ts';

/** One request on its way. A `Blob` has its content type with it. */
export interface OutgoingRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: Blob | undefined;
  signal?: AbortSignal | undefined;
  /** Told how many bytes of the body are sent, where the platform can tell. */
  onSent?: ((bytes: number) => void) | undefined;
}

/**
 * Sends a request; resolves with whatever status comes.
 *
 * @throws ConnectionError when no answer comes; the reason of `signal` when it aborts
 */
export type Transport = (request: OutgoingRequest) => Promise<Response>;

/** Sends by `fetch`, and by `XMLHttpRequest` in browsers when somebody wants to see the body going out. */
export function transportOf(fetcher: typeof fetch | undefined): Transport {
  const send = fetcher ?? ((input: string | URL | Request, init?: RequestInit) => fetch(input, init));
  return async (request) => {
    const { signal } = request;
    signal?.throwIfAborted();
    try {
      const watched = request.body && request.onSent;
      if (watched && !fetcher && 'XMLHttpRequest' in globalThis) return await byXmlHttpRequest(request);
      return await byFetch(request, send);
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new ConnectionError(`No answer from ${hostOf(request.url)}.`, { cause });
    }
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'the service');

async function byFetch(
  { method, url, headers, body, signal, onSent }: OutgoingRequest,
  send: typeof fetch,
): Promise<Response> {
  const init: RequestInit & { duplex?: 'half' } = { method, headers: { ...headers } };
  if (signal) init.signal = signal;
  if (body && onSent && streamsKeepTheirLength()) {
    // Storage takes no body of unknown length.
    init.headers = { ...headers, 'content-type': body.type, 'content-length': String(body.size) };
    init.body = counted(body, onSent);
    init.duplex = 'half';
  } else if (body) {
    init.body = body;
  }
  const response = await send(url, init);
  if (body) onSent?.(body.size);
  return response;
}

/**
 * Whether `fetch` sends a stream with the length that the headers tell. Node.js and Bun do; Deno sends it in chunks, and
 * browsers, which can be without `XMLHttpRequest` in service workers, only by HTTP/2.
 */
function streamsKeepTheirLength(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined && !('Deno' in globalThis);
}

/** Bytes between two notices of what is sent. */
const step = 256 * 1024;

/** The bytes of `body`, which are taken for sent once the network asks for more. */
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
