import type { IncomingMessage } from 'node:http';
import type { FunctionError } from './invoke-outcome.ts';
import { reportedError } from './reported-error.ts';
import { type ResponseStream, StreamFailure } from './response-stream.ts';

/** The runtime broke its response off. Named as in Lambda's Runtime Interface Emulator. */
export const truncatedResponse: FunctionError = {
  kind: 'error',
  errorType: 'Runtime.TruncatedResponse',
  errorMessage: 'The runtime did not complete its response',
};

/** A response that the runtime sends in chunks, straight from its connection. */
export class RuntimeResponse implements ResponseStream {
  readonly contentType: string;
  readonly ended: Promise<void>;
  readonly #request: IncomingMessage;
  /** Why the connection ended before the response did. */
  readonly #cause = Promise.withResolvers<FunctionError>();

  constructor(request: IncomingMessage) {
    this.#request = request;
    this.contentType = request.headers['content-type'] ?? 'application/octet-stream';
    this.ended = new Promise((resolve) => request.once('close', () => resolve()));
    request.on('error', () => undefined);
  }

  /** Whether the runtime has sent all of it. */
  get complete(): boolean {
    return this.#request.complete;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    try {
      yield* this.#request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    } catch {
      throw new StreamFailure(await this.#cause.promise);
    } finally {
      this.discard();
    }
    const failure = trailedFailure(this.#request);
    if (failure !== undefined) throw failure;
  }

  discard(): void {
    this.#request.resume();
  }

  /** Says why the response will not be complete. The first cause counts; it has no effect on one that is. */
  fail(cause: FunctionError): void {
    this.#cause.resolve(cause);
  }
}

/** An error that occurred after the first byte comes in trailers. */
function trailedFailure({ trailers }: IncomingMessage): StreamFailure | undefined {
  const errorType = trailers['lambda-runtime-function-error-type'];
  const body = Buffer.from(trailers['lambda-runtime-function-error-body'] ?? '', 'base64').toString();
  if (errorType === undefined && body === '') return undefined;
  const error = reportedError(body);
  return new StreamFailure({ ...error, errorType: errorType ?? error.errorType }, body);
}
