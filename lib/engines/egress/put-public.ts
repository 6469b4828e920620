import type { ClientRequest } from 'node:http';
import { readWebUrl } from './check-url.ts';
import { EgressFailed } from './errors.ts';
import { exchange } from './exchange.ts';
import { drain, type PublicResponse } from './post-public.ts';
import { type CallOptions, PublicCall } from './public-call.ts';

export interface PutOptions extends CallOptions {
  /** Default: PUT. */
  method?: 'POST' | 'PUT' | 'PATCH';
  /** `host`, `content-length` and `connection` are set by `putPublic`. */
  headers: Readonly<Record<string, string>>;
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Exact size of the body in bytes. */
  size: number;
  /** How many bytes of the response body are read before the connection is closed. The body is discarded. */
  maximumResponseBytes: number;
  /** How long no byte may move in either direction. Default: 30 seconds. */
  idleMilliseconds?: number;
}

const defaultIdleMilliseconds = 30_000;

/**
 * Sends one PUT, or another method with a body, to a public or allowed host, in pieces as the body yields them.
 * Redirects are not followed but returned, as is any response that arrives before the end of the body; the rest of the
 * body is then not sent.
 *
 * @throws EgressDenied as `postPublic`
 * @throws EgressFailed as `postPublic`; also when the server reports success before it has received the body
 * @throws the error of the body, when reading it fails or it does not have `size` bytes
 * @throws the signal's reason when the signal aborts
 */
export async function putPublic(url: string, options: PutOptions): Promise<PublicResponse> {
  const target = readWebUrl(url);
  const { size, headers, maximumResponseBytes, idleMilliseconds = defaultIdleMilliseconds } = options;
  const call = new PublicCall(options);
  const body = new SizedBody(options.body, size);
  try {
    const { request, response, close } = await exchange(call, target, {
      method: options.method ?? 'PUT',
      headers: { ...headers, 'content-length': size },
      send: (sending) => {
        sending.setTimeout(idleMilliseconds, () => call.timeOut());
        body.sendTo(sending);
      },
    });
    try {
      const { statusCode: status = 0 } = response;
      if (status < 300 && !request.writableFinished) throw new EgressFailed(call.host, 'protocol');
      await drain(response, maximumResponseBytes);
      return { status, headers: response.headers };
    } finally {
      close();
    }
  } catch (error) {
    call.signal.throwIfAborted();
    throw body.error ?? call.errorOf(error);
  } finally {
    call.end();
  }
}

/** A body whose own errors are distinguished from those of the connection. */
class SizedBody {
  readonly #chunks: PutOptions['body'];
  readonly #size: number;
  #error: Error | undefined;

  constructor(chunks: PutOptions['body'], size: number) {
    this.#chunks = chunks;
    this.#size = size;
  }

  /** Why the body could not be read. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Sends the body. The request fails with an error of the body. */
  sendTo(request: ClientRequest): void {
    this.#write(request).catch((cause: unknown) => {
      this.#error = cause instanceof Error ? cause : new Error('The body could not be read', { cause });
      request.destroy(this.#error);
    });
  }

  async #write(request: ClientRequest): Promise<void> {
    let bytes = 0;
    for await (const chunk of this.#chunks) {
      bytes += chunk.length;
      if (request.destroyed) return;
      if (bytes > this.#size) break;
      if (!request.write(chunk)) await writable(request);
    }
    if (bytes !== this.#size) {
      throw new RangeError(`The body does not have the announced ${this.#size} bytes`);
    }
    request.end();
  }
}

/** Resolves when a request takes more data, or is closed. */
function writable(request: ClientRequest): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const settle = (): void => {
    request.off('drain', settle).off('close', settle);
    resolve(undefined);
  };
  request.on('drain', settle).on('close', settle);
  if (request.closed) settle();
  return promise;
}
