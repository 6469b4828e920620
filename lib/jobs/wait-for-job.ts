import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type Job } from './job.ts';

/**
 * Milliseconds between two reads of a job: the first pause, the factor by which it grows, and the longest pause. The
 * end of a job is noticed at most 10 ms and an eleventh of its duration late. A job of two seconds is read 32 times.
 */
const pauses = { first: 10, growth: 1.1, longest: 1000 };

export interface Waiting {
  /** Epoch milliseconds after which the job is returned in its current state. */
  until: number;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Reads a job until it has ended or the time is up, at least once. */
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

/** The seconds that `Prefer: wait` requests, up to `most`; undefined without that preference. */
export function preferredWait(preferences: ReadonlyMap<string, string>, most: number): number | undefined {
  const wait = preferences.get('wait') ?? '';
  return /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), most) : undefined;
}
