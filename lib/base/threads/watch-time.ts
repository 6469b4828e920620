import type { Worker } from 'node:worker_threads';
import { ProcessorTime } from './processor-time.ts';

export interface TimeLimits {
  /** Epoch milliseconds. */
  deadline: number;
  /** Processor time of the thread that the task may use. */
  processorMilliseconds: number;
  /** Ends the task earlier. */
  signal?: AbortSignal | undefined;
}

/** The limit that the task exceeded. */
export type OutOfTime = 'processor time' | 'deadline';

/** The shortest pause between two checks, and the longest delay of a timer, in milliseconds. */
const [shortestPause, longestPause] = [25, 2 ** 31 - 1];

/**
 * Calls `end` when the thread has used up its processor time, measured from now, or at the deadline: in both cases with
 * the limit that really ended the task. May call it more than once.
 */
export function watchTime(
  worker: Pick<Worker, 'cpuUsage'>,
  { deadline, processorMilliseconds }: TimeLimits,
  end: (reason: OutOfTime) => void,
): { stop: () => void } {
  const time = new ProcessorTime(worker);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  // Processor time cannot exceed elapsed time, so the next check is due when the thread can have used it up.
  const lookIn = (milliseconds: number): void => {
    const pause = Math.min(Math.max(milliseconds, shortestPause), longestPause);
    timer = setTimeout(() => void look(), pause);
  };
  const look = async (): Promise<void> => {
    const used = await time.used().catch(() => 0);
    if (stopped) return;
    if (used >= processorMilliseconds) end('processor time');
    else lookIn(processorMilliseconds - used);
  };
  lookIn(processorMilliseconds);
  const atDeadline = async (): Promise<void> => {
    end((await time.usedAtMost()) >= processorMilliseconds ? 'processor time' : 'deadline');
  };
  const last = setTimeout(() => void atDeadline(), Math.min(deadline - Date.now(), longestPause));
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(last);
    },
  };
}
