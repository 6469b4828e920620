import { parentPort } from 'node:worker_threads';
import { AppError, type ErrorCode, type FieldError } from '../app-error.ts';
import { inWork } from '../observability/work.ts';

/** What it sends back, once for each task, with the milliseconds that the stages of the work took. */
export type ThreadReply<Answer> = { stages: Readonly<Record<string, number>> } & ThreadOutcome<Answer>;

type ThreadOutcome<Answer> =
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
    void inWork({}, ({ stopwatch: { stages } }) => answer(task as never, stages));
  });
  async function answer(task: never, stages: Record<string, number>): Promise<void> {
    const reply = (outcome: ThreadOutcome<unknown>, transfer: readonly ArrayBuffer[] = []): void =>
      port?.postMessage({ ...outcome, stages } satisfies ThreadReply<unknown>, [...transfer]);
    try {
      const { answer, transfer } = await work(task);
      reply({ answer }, transfer);
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
