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

/** The items that hold the slots of a job, for its record. */
export interface OpenJobSlots {
  slotItem: string;
  /** Of the second slot and all further ones. */
  slotItems: string[];
}

/**
 * Counts a job that is about to be created among its owner's open jobs.
 *
 * @param slots as how many jobs it counts
 * @throws AppError `too-many-jobs` when the owner has too few free slots; none is taken then. It is not retryable if the
 *   job needs more slots than the plan has
 */
export async function takeOpenJobs(
  jobId: string,
  { principal: { keyId, plan }, slots = 1 }: { principal: Principal; slots?: number | undefined },
  { activity, jobs, openJobsCap }: { activity: ActivityStore; jobs: JobStore; openJobsCap: PlanCap },
): Promise<OpenJobSlots> {
  const limit = openJobsCap[plan];
  const until = lapseOf(jobId);
  const ids = Array.from({ length: slots }, (_, index) => slotHolder(jobId, index));
  if (slots > limit) {
    const detail = `The ${plan} plan allows ${limit} open jobs, and this one counts as ${slots}. Send fewer files.`;
    throw new AppError('too-many-jobs', detail, { retryable: false, retryAfterSeconds });
  }
  const taken = await activity.takeAll({ owner: keyId, kind: 'open', ids, until, limit }, (holders) =>
    endedAmong(holders, jobs),
  );
  const [first, ...others] = taken ?? [];
  if (first) return { slotItem: first.item, slotItems: others.map(({ item }) => item) };
  const wanted = slots > 1 ? `, and this one counts as ${slots}` : '';
  throw new AppError(
    'too-many-jobs',
    `The ${plan} plan allows ${limit} open jobs${wanted}. Retry when one has finished, or cancel jobs with DELETE /api/jobs/{id}.`,
    { retryAfterSeconds },
  );
}

/** The name of a job's slot at `index` among the slots of its owner. */
export const slotHolder = (jobId: string, index: number): string =>
  index === 0 ? ulidOf(jobId) : `${ulidOf(jobId)}-${index}`;

/** The ULID of the job that holds a slot. */
const jobOfHolder = (holder: string): string => holder.split('-', 1)[0] ?? '';

/** Finds slots to free: a submitter can die after it took a slot, and a worker before it released one. */
async function endedAmong(ids: readonly string[], jobs: JobStore): Promise<string[]> {
  const now = Date.now();
  const byJob = Object.groupBy(ids, (id) => siblingId('job', `_${jobOfHolder(id)}`));
  const ended = await Promise.all(
    Object.entries(byJob).map(async ([id, holders = []]) => {
      if (!isSubmitted(id, now)) return [];
      const job = await jobs.find(id);
      return !job || isTerminal(job.status) ? holders : [];
    }),
  );
  return ended.flat();
}

const isSubmitted = (jobId: string, now: number): boolean =>
  (timeOfId('job', jobId) ?? 0) + submissionTime < now;
