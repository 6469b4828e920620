import { ulid } from 'ulid';
import type { ActivityStore } from '../activity/activity.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import { isTerminal, type Job } from './job.ts';
import { waitForJob } from './wait-for-job.ts';

/** Milliseconds after its end at which a held call that was interrupted no longer counts. */
const leaseMargin = 5_000;

export interface HeldCalls {
  activity: ActivityStore;
  cap: PlanCap;
}

/**
 * Reads a job until it has ended or the time is up. A plan limits the held calls of a key: calls beyond the limit get
 * the job in its current state.
 *
 * @param until milliseconds since the epoch
 */
export async function holdCall(
  read: () => Promise<Job>,
  { keyId, plan }: Principal,
  { activity, cap }: HeldCalls,
  until: number,
): Promise<Job> {
  const job = await read();
  const limit = cap[plan];
  if (isTerminal(job.status) || until <= Date.now() || limit === 0) return job;
  const slot = await activity.take({
    owner: keyId,
    kind: 'held',
    id: ulid(),
    until: until + leaseMargin,
    limit,
  });
  if (!slot) return job;
  try {
    return await waitForJob(read, { until });
  } finally {
    // If this fails, the slot lapses.
    await activity.release(keyId, slot).catch(() => undefined);
  }
}
