import { newUlid } from '../base/ulid.ts';
import type { ActivityStore } from '../activity/activity.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import { timed } from '../base/observability/span.ts';
import { isTerminal, type Job } from './job.ts';
import type { JobDurations } from './job-durations.ts';
import { nextPause, waitForJob } from './wait-for-job.ts';

/** Milliseconds after its end at which a held call that was interrupted no longer counts. */
const leaseMargin = 5_000;

/**
 * Milliseconds for which a call may wait before it counts as held. Most small documents are converted by then, without
 * the two writes for a slot. Synchronous conversions of that length do not count as held either.
 */
const uncounted = 250;

export interface HeldCalls {
  activity: ActivityStore;
  cap: PlanCap;
  /** Of the jobs that calls submit and wait for. */
  durations?: JobDurations;
}

export interface HeldCall<T> {
  /** The job's state, if it is known. Default: what `read` returns. */
  job?: Job;
  read: () => Promise<Job>;
  /** Called when the call begins to count as held. */
  counts?: (job: Job) => Promise<unknown>;
  /** Makes the response to the call. It runs while the slot is released. */
  respond: (job: Job) => Promise<T>;
  /** Milliseconds since the epoch. */
  until: number;
}

/** When a job ended, at most now: the clock of its worker may be ahead. A read finds out later. Epoch milliseconds. */
const endOf = ({ finishedAt }: Job): number =>
  finishedAt === undefined ? Date.now() : Math.min(Date.now(), Date.parse(finishedAt));

/**
 * Reads a job until it has ended or the time is up, and responds with it. A plan limits the held calls of a key: calls
 * beyond the limit get the job in its current state.
 */
export async function holdCall<T>(
  { job: known, read, counts, respond, until }: HeldCall<T>,
  { keyId, plan }: Principal,
  { activity, cap, durations }: HeldCalls,
): Promise<T> {
  const job = known ?? (await read());
  const limit = cap[plan];
  const began = Date.now();
  if (isTerminal(job.status) || until <= began || limit === 0) return respond(job);
  const wait = async (end: number, first: number | undefined): Promise<Job> => {
    const current = await timed('wait', () => waitForJob(read, { until: end, began, first }));
    if (isTerminal(current.status)) durations?.add(Math.max(0, endOf(current) - began));
    return current;
  };
  const early = await wait(Math.min(until, began + uncounted), durations?.firstRead);
  if (isTerminal(early.status) || until <= Date.now()) return respond(early);
  const [slot] = await Promise.all([
    activity.take({ owner: keyId, kind: 'held', id: newUlid(), until: until + leaseMargin, limit }),
    counts?.(early),
  ]);
  if (!slot) return respond(early);
  // If this fails, the slot lapses.
  const release = (): Promise<unknown> => activity.release(keyId, slot).catch(() => undefined);
  let released: Promise<unknown> | undefined;
  try {
    const ended = await wait(until, nextPause(uncounted));
    released = release();
    return await respond(ended);
  } finally {
    await (released ?? release());
  }
}
