import type { FunctionError } from './invoke-outcome.ts';

/**
 * The response of a streaming handler, as it arrives. The function waits for its reader, so a stream has to be read or
 * discarded. Leaving the loop before the end discards the rest.
 *
 * Iterating throws {@link StreamFailure} after the last byte of a response that is not complete.
 */
export interface ResponseStream extends AsyncIterable<Buffer> {
  /** As the handler set it. */
  readonly contentType: string;
  /** Settles when the function has sent all of it, or can send no more. Never rejects. */
  readonly ended: Promise<void>;
  /** Lets the function finish without a reader. Call it instead of iterating. */
  discard(): void;
}

/** A function failed after its response had begun. */
export class StreamFailure extends Error {
  override readonly name = 'StreamFailure';
  readonly error: FunctionError;
  /** The error as the runtime described it in trailers, as JSON; undefined if Lambda noticed the failure. */
  readonly reported: string | undefined;

  constructor(error: FunctionError, reported?: string) {
    super(`${error.errorType}: ${error.errorMessage}`);
    this.error = error;
    this.reported = reported;
  }
}
