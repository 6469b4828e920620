import type { Worker } from 'node:worker_threads';
import { ProcessorTime } from './processor-time.ts';

export interface TimeLimits {
  /** Epoch milliseconds. */
  deadline: number;
  /** Processor time of the thread that the work may take. */
  processorMilliseconds: number;
}

/** Which of the limits work has passed. */
export type OutOfTime = 'processor time' | 'deadline';

/** The shortest pause between two looks, and the longest that a timer can take; in milliseconds. */
const [shortestPause, longestPause] = [25, 2 ** 31 - 1];

/**
 * Calls `end` once the thread has used its processor time since now, and at the deadline: then with the limit that
 * really ended the work. May call it more than once.
 */
export function watchTime(
  worker: Pick<Worker, 'cpuUsage'>,
  { deadline, processorMilliseconds }: TimeLimits,
  end: (reason: OutOfTime) => void,
): { stop: () => void } {
  const time = new ProcessorTime(worker);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  // A thread cannot use more processor time than passes, so the next look is due when it can have used all.
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
