import { parentPort } from 'node:worker_threads';
import { inSpan } from '../observability/span.ts';
import { type SentError, toSentError } from './sent-error.ts';

/** The reply to each task, with the duration of its stages in milliseconds. */
export type ThreadReply<Result> = { stages: Readonly<Record<string, number>> } & ThreadOutcome<Result>;

type ThreadOutcome<Result> = { result: Result } | { thrown: SentError };

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
      reply({ thrown: toSentError(error) });
    }
  }
}
