import { InvokeCommand, type LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda';
import { AppError } from '../../base/app-error.ts';
import { replyMilliseconds } from '../../base/reply-milliseconds.ts';
import { retryOnStaleConnection } from '../../base/retry-on-stale-connection.ts';
import { type CheckMessage, checkReply, type FileOutcome } from './message.ts';

/** Validates files. */
export interface Checker {
  /**
   * @param signal ends the wait earlier
   * @returns the outcome of each file, `too-slow` for those that were not validated before the deadline
   * @throws AppError `unavailable` when the function has no capacity
   */
  check(message: CheckMessage, signal?: AbortSignal): Promise<FileOutcome[]>;
}

/** Invokes the function that validates files, and waits for its reply. */
export class RemoteChecker implements Checker {
  readonly #lambda: LambdaClient;
  readonly #functionName: string;

  constructor(lambda: LambdaClient, functionName: string) {
    this.#lambda = lambda;
    this.#functionName = functionName;
  }

  async check(message: CheckMessage, signal?: AbortSignal): Promise<FileOutcome[]> {
    const late = AbortSignal.timeout(Math.max(0, message.deadline + replyMilliseconds - Date.now()));
    const abortSignal = signal ? AbortSignal.any([late, signal]) : late;
    try {
      const outcomes = await this.#invoke(message, abortSignal);
      if (outcomes.length !== message.files.length) throw new Error('The checker missed a file');
      return outcomes;
    } catch (error) {
      signal?.throwIfAborted();
      // A function that works on a file replies by the deadline: this one has not started.
      if (late.aborted || error instanceof TooManyRequestsException) {
        throw new AppError('unavailable', 'The service is at capacity. Retry shortly.', {
          cause: error,
          retryAfterSeconds: 5,
        });
      }
      throw error;
    }
  }

  async #invoke(message: CheckMessage, abortSignal: AbortSignal): Promise<FileOutcome[]> {
    const request = { FunctionName: this.#functionName, Payload: Buffer.from(JSON.stringify(message)) };
    const { FunctionError, Payload = new Uint8Array() } = await retryOnStaleConnection(abortSignal, () =>
      this.#lambda.send(new InvokeCommand(request), { abortSignal }),
    );
    const text = Buffer.from(Payload).toString('utf8');
    if (FunctionError) throw new Error(`The checker failed: ${text.slice(0, 2000)}`);
    return checkReply.parse(JSON.parse(text)).outcomes;
  }
}
