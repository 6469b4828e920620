import type { ActivityStore } from '../activity/activity.ts';
import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import { siblingId, timeOfId } from '../base/identifiers.ts';
import { isTerminal, ulidOf } from './job.ts';
import type { JobStore } from './job-store.ts';
import { sweepTimes } from './sweep-times.ts';

/** Milliseconds between taking a job's slot and creating the job, at most. */
const submissionTime = 60_000;

/** Seconds after which a client may retry a rejected job. */
const retryAfterSeconds = 10;

/** Milliseconds since the epoch at which the slot of a job lapses. The sweep has ended the job by then. */
export const lapseOf = (jobId: string): number => (timeOfId('job', jobId) ?? 0) + sweepTimes.notStarted;

/**
 * Counts a job that is about to be created as one of its owner's open jobs.
 *
 * @returns the item that holds its slot, for the job's record
 * @throws AppError `too-many-jobs` when the owner has no free slot
 */
export async function takeOpenJob(
  jobId: string,
  { keyId, plan }: Principal,
  { activity, jobs, openJobsCap }: { activity: ActivityStore; jobs: JobStore; openJobsCap: PlanCap },
): Promise<string> {
  const limit = openJobsCap[plan];
  const slot = await activity.take(
    { owner: keyId, kind: 'open', id: ulidOf(jobId), until: lapseOf(jobId), limit },
    (ids) => endedAmong(ids, jobs),
  );
  if (slot) return slot.item;
  throw new AppError(
    'too-many-jobs',
    `The ${plan} plan allows ${limit} open jobs. Retry when one has ended, or cancel jobs with DELETE /api/jobs/{id}.`,
    { retryAfterSeconds },
  );
}

/** Finds slots to free: a submitter can die after it took a slot, and a worker before it released one. */
async function endedAmong(ids: readonly string[], jobs: JobStore): Promise<string[]> {
  const now = Date.now();
  const checked = ids.map((id) => siblingId('job', `_${id}`)).filter((id) => isSubmitted(id, now));
  const ended = await Promise.all(
    checked.map(async (id) => {
      const job = await jobs.find(id);
      return !job || isTerminal(job.status) ? [ulidOf(id)] : [];
    }),
  );
  return ended.flat();
}

const isSubmitted = (jobId: string, now: number): boolean =>
  (timeOfId('job', jobId) ?? 0) + submissionTime < now;
