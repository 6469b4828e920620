import { parentPort } from 'node:worker_threads';
import { AppError, type ErrorCode, type FieldError } from '../app-error.ts';

/** What it sends back, once for each task. */
export type ThreadReply<Answer> =
  | { answer: Answer }
  | { fault: { code: ErrorCode; message: string; errors: FieldError[]; cause: string | undefined } }
  | { failure: { message: string; stack: string | undefined } };

/** What a piece of work comes to, and its buffers that are handed over instead of copied. */
export interface ThreadResult<Answer> {
  answer: Answer;
  transfer: readonly ArrayBuffer[];
}

/**
 * Does the work of a `WorkThread`: to be called once by the module that the thread runs.
 *
 * @param work takes the tasks of that thread
 */
export function serveThread(
  work: (task: never) => ThreadResult<unknown> | Promise<ThreadResult<unknown>>,
): void {
  const port = parentPort;
  if (!port) throw new Error('serveThread is for threads');
  port.on('message', (task) => {
    void answer(task as never);
  });
  async function answer(task: never): Promise<void> {
    try {
      const { answer, transfer } = await work(task);
      port?.postMessage({ answer } satisfies ThreadReply<unknown>, [...transfer]);
    } catch (error) {
      port?.postMessage(replyTo(error));
    }
  }
}

function replyTo(error: unknown): ThreadReply<never> {
  if (error instanceof AppError) {
    const { code, message, errors, cause } = error;
    return {
      fault: {
        code,
        message,
        errors,
        cause: cause instanceof Error ? (cause.stack ?? cause.message) : undefined,
      },
    };
  }
  return error instanceof Error
    ? { failure: { message: error.message, stack: error.stack } }
    : { failure: { message: String(error), stack: undefined } };
}
