import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type Job } from './job.ts';

/**
 * Milliseconds between two looks at a job: the first pause, what it grows by each time, and the longest. A job of
 * two seconds is seen to have ended at most a seventh of its time late, after twenty looks.
 */
const pauses = { first: 25, growth: 1.15, longest: 1000 };

export interface Waiting {
  /** Epoch milliseconds after which the job is given as it stands. */
  until: number;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Reads a job until it has ended or the time is up, and once at least. */
export async function waitForJob(
  read: () => Promise<Job>,
  { until, now = Date.now, pause = sleep }: Waiting,
): Promise<Job> {
  for (let next = pauses.first; ; next = Math.min(next * pauses.growth, pauses.longest)) {
    const job = await read();
    const left = until - now();
    if (isTerminal(job.status) || left <= 0) return job;
    await pause(Math.min(next, left));
  }
}

/** The seconds that `Prefer: wait` asks for, as far as they are granted; undefined where it does not say. */
export function preferredWait(preferences: ReadonlyMap<string, string>, most: number): number | undefined {
  const wait = preferences.get('wait') ?? '';
  return /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), most) : undefined;
}
