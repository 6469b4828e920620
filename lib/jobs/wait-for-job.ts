import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type Job } from './job.ts';

/**
 * Milliseconds before the first read of a job, unless its waiter knows better, and the shortest and the longest pause
 * after it. Pauses are a tenth of the time since the wait began, or since the job was started if that was later, so the
 * end of a job is noticed at most 10 ms and a tenth of its duration late. A job of two seconds is read 32 times, and up to
 * as often again if it was queued before.
 */
const pauses = { first: 70, shortest: 10, share: 0.1, longest: 1000 };

export interface Waiting {
  /** Epoch milliseconds after which the job is returned in its current state. */
  until: number;
  /** Epoch milliseconds at which the wait began. Default: now. */
  began?: number;
  /** Milliseconds before the first read. Earlier reads of a job would only cost requests and processor time. */
  first?: number | undefined;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Reads a job that had not ended until it has or the time is up, at least once. */
export async function waitForJob(
  read: () => Promise<Job>,
  { until, now = Date.now, began = now(), first = pauses.first, pause = sleep }: Waiting,
): Promise<Job> {
  const pauseFor = async (milliseconds: number): Promise<void> => {
    const left = until - now();
    if (left > 0) await pause(Math.min(milliseconds, left));
  };
  await pauseFor(first);
  for (;;) {
    const job = await read();
    if (isTerminal(job.status) || until <= now()) return job;
    const started = job.startedAt === undefined ? began : Math.max(began, Date.parse(job.startedAt));
    await pauseFor(nextPause(now() - started));
  }
}

/** Milliseconds until the next read of a job for which a call has waited for `waited` milliseconds. */
export const nextPause = (waited: number): number =>
  Math.min(pauses.longest, Math.max(pauses.shortest, waited * pauses.share));

/** The seconds that `Prefer: wait` requests, up to `most`; undefined without that preference. */
export function preferredWait(preferences: ReadonlyMap<string, string>, most: number): number | undefined {
  const wait = preferences.get('wait') ?? '';
  return /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), most) : undefined;
}

/** Whether a call waits for its job at all. */
export const waitsForJob = (preferences: ReadonlyMap<string, string>): boolean =>
  (preferredWait(preferences, 1) ?? 0) > 0;
