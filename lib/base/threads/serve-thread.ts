import { parentPort } from 'node:worker_threads';
import { AppError, type ErrorCode, type FieldError } from '../app-error.ts';
import { inSpan } from '../observability/span.ts';

/** The reply to each task, with the duration of its stages in milliseconds. */
export type ThreadReply<Result> = { stages: Readonly<Record<string, number>> } & ThreadOutcome<Result>;

type ThreadOutcome<Result> =
  | { result: Result }
  | { fault: { code: ErrorCode; message: string; errors: FieldError[]; cause: string | undefined } }
  | { failure: { message: string; stack: string | undefined } };

/** The result of a task, and its buffers to transfer instead of copy. */
export interface ThreadResult<Result> {
  result: Result;
  transfer: readonly ArrayBuffer[];
}

/**
 * Runs the tasks of a `WorkThread`. Call it once in the module that the thread runs.
 *
 * @param work runs one task of that thread
 */
export function serveThread(
  work: (task: never) => ThreadResult<unknown> | Promise<ThreadResult<unknown>>,
): void {
  const port = parentPort;
  if (!port) throw new Error('serveThread is for threads');
  port.on('message', (task) => {
    void inSpan({}, ({ stopwatch: { stages } }) => result(task as never, stages));
  });
  async function result(task: never, stages: Record<string, number>): Promise<void> {
    const reply = (outcome: ThreadOutcome<unknown>, transfer: readonly ArrayBuffer[] = []): void =>
      port?.postMessage({ ...outcome, stages } satisfies ThreadReply<unknown>, [...transfer]);
    try {
      const { result, transfer } = await work(task);
      reply({ result }, transfer);
    } catch (error) {
      reply(outcomeOf(error));
    }
  }
}

function outcomeOf(error: unknown): ThreadOutcome<never> {
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
