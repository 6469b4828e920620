import { queueWebhook } from '../webhooks/queue-webhook.ts';
import { inWork } from '../base/observability/work.ts';
import { isClaimable, isTerminal, type Job, maxAttempts } from './job.ts';
import { idsOfJob, type JobEnding } from './job-ending.ts';
import type { JobStore } from './job-store.ts';
import { sweepTimes } from './sweep-times.ts';
import type { JobQueue } from './job-queue.ts';

/** How many jobs a sweep sent again, how many it ended, and how many webhooks it had sent. */
export interface SweepOutcome {
  sent: number;
  ended: number;
  webhooks: number;
}

/** Learns what a sweep meets, within the work on the job that it is about. */
export interface SweepWatch {
  failed?: (error: unknown) => void;
  ended?: (ending: JobEnding) => void;
}

export interface SweepQueues {
  office: JobQueue;
  webhooks: JobQueue;
}

/**
 * Looks after jobs that have not moved on: sends those again that were never enqueued or whose worker is gone, ends
 * those that nothing will end otherwise, and queues the webhooks of those that ended without. A job that is sent twice
 * runs once.
 */
export async function sweepJobs(
  jobs: JobStore,
  queues: SweepQueues,
  now: number = Date.now(),
  watch: SweepWatch = {},
): Promise<SweepOutcome> {
  const outcome = { sent: 0, ended: 0, webhooks: 0 };
  for await (const job of jobs.due(now)) {
    await inWork(idsOfJob(job), async () => {
      try {
        const done = await moveOn(job, jobs, { queues, now, watch });
        if (done) outcome[done] += 1;
      } catch (error) {
        // The next sweep meets it again; the others must not wait for it.
        watch.failed?.(error);
      }
    });
  }
  return outcome;
}

async function moveOn(
  job: Job,
  jobs: JobStore,
  { queues, now, watch }: { queues: SweepQueues; now: number; watch: SweepWatch },
): Promise<keyof SweepOutcome | undefined> {
  if (isTerminal(job.status)) {
    await queueWebhook(job, jobs, queues.webhooks);
    return 'webhooks';
  }
  const expired = now - Date.parse(job.createdAt) >= sweepTimes.notStarted;
  const worn = job.status === 'processing' && job.attempts >= maxAttempts && isClaimable(job, now);
  if (expired || worn) {
    const detail = 'The conversion was given up. It can be sent again.';
    const ended = await jobs.abandon(job.id, { code: 'internal-error', detail }, new Date(now));
    if (!ended) return undefined;
    watch.ended?.({ job: ended, code: 'internal-error' });
    return 'ended';
  }
  if (!isClaimable(job, now)) {
    await jobs.postpone(job.id, (job.leaseUntil ?? now) + sweepTimes.lapsedLease);
    return undefined;
  }
  await queues.office.send(job);
  await jobs.postpone(job.id, now + sweepTimes.sentAgain);
  return 'sent';
}
