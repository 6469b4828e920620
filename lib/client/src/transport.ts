import { ConnectionError } from './errors.ts';
import { byXmlHttpRequest } from './xml-http-request.ts';

/** One HTTP request. A `Blob` carries its content type. */
export interface OutgoingRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: Blob | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the bytes of the body that have been sent, if the platform reports them. */
  onSent?: ((bytes: number) => void) | undefined;
}

/**
 * Sends a request; resolves with a response of any status.
 *
 * @throws ConnectionError when there is no response; the reason of `signal` when it aborts
 */
export type Transport = (request: OutgoingRequest) => Promise<Response>;

/** Sends with `fetch`, or with `XMLHttpRequest` in browsers when the caller follows the progress of the body. */
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
      throw new ConnectionError(`No response from ${hostOf(request.url)}.`, { cause });
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
    // Storage rejects bodies of unknown length.
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
 * Whether `fetch` sends a stream with the length given in the headers. Node.js and Bun do. Deno sends it in chunks, and
 * browsers (in service workers, which have no `XMLHttpRequest`) stream over HTTP/2 only.
 */
function streamsKeepTheirLength(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined && !('Deno' in globalThis);
}

/** Bytes between two reports of progress. */
const step = 256 * 1024;

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
