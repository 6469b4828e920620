import { isClaimable, type Job, maxAttempts } from './job.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobStore } from './job-store.ts';
import { sweepTimes } from './sweep-times.ts';

/** How many jobs a sweep sent again and how many it ended. */
export interface SweepOutcome {
  sent: number;
  ended: number;
}

/**
 * Looks after jobs that have not moved on: sends those again that were never enqueued or whose worker is gone, and
 * ends those that nothing will end otherwise. A job that is sent twice runs once.
 */
export async function sweepJobs(
  jobs: JobStore,
  queue: JobQueue,
  now: number = Date.now(),
  report: (jobId: string, error: unknown) => void = () => undefined,
): Promise<SweepOutcome> {
  const outcome = { sent: 0, ended: 0 };
  for await (const job of jobs.due(now)) {
    try {
      const done = await moveOn(job, jobs, queue, now);
      if (done) outcome[done] += 1;
    } catch (error) {
      // The next sweep meets it again; the others must not wait for it.
      report(job.id, error);
    }
  }
  return outcome;
}

async function moveOn(
  job: Job,
  jobs: JobStore,
  queue: JobQueue,
  now: number,
): Promise<keyof SweepOutcome | undefined> {
  const expired = now - Date.parse(job.createdAt) >= sweepTimes.notStarted;
  const worn = job.status === 'processing' && job.attempts >= maxAttempts && isClaimable(job, now);
  if (expired || worn) {
    const detail = 'The conversion was given up. It can be sent again.';
    const ended = await jobs.abandon(job.id, { code: 'internal-error', detail }, new Date(now));
    return ended ? 'ended' : undefined;
  }
  if (!isClaimable(job, now)) {
    await jobs.postpone(job.id, (job.leaseUntil ?? now) + sweepTimes.lapsedLease);
    return undefined;
  }
  await queue.send(job.id);
  await jobs.postpone(job.id, now + sweepTimes.sentAgain);
  return 'sent';
}
