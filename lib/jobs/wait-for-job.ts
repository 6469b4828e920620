import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type Job } from './job.ts';

/**
 * Milliseconds before the first read of a job and the next, the factor by which the pauses grow, and the longest. Hardly
 * a job ends before the first read: earlier reads would only cost requests and processor time. After it, the end of a
 * job is noticed at most 10 ms and a tenth of its duration late. A job of two seconds is read 32 times.
 */
const pauses = { first: 70, next: 10, growth: 1.1, longest: 1000 };

export interface Waiting {
  /** Epoch milliseconds after which the job is returned in its current state. */
  until: number;
  now?: () => number;
  pause?: (milliseconds: number) => Promise<unknown>;
}

/** Reads a job that had not ended until it has or the time is up, at least once. */
export async function waitForJob(
  read: () => Promise<Job>,
  { until, now = Date.now, pause = sleep }: Waiting,
): Promise<Job> {
  const pauseFor = async (milliseconds: number): Promise<void> => {
    const left = until - now();
    if (left > 0) await pause(Math.min(milliseconds, left));
  };
  await pauseFor(pauses.first);
  for (let next = pauses.next; ; next = Math.min(next * pauses.growth, pauses.longest)) {
    const job = await read();
    if (isTerminal(job.status) || until <= now()) return job;
    await pauseFor(next);
  }
}

/** The seconds that `Prefer: wait` requests, up to `most`; undefined without that preference. */
export function preferredWait(preferences: ReadonlyMap<string, string>, most: number): number | undefined {
  const wait = preferences.get('wait') ?? '';
  return /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), most) : undefined;
}
