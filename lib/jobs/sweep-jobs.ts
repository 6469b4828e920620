import { inSpan } from '../base/observability/span.ts';
import { attemptsOf, isClaimable, isTerminal, type Job, maxAttempts } from './job.ts';
import { idsOfJob, type JobEnding } from './job-ending.ts';
import type { JobStore } from './job-store.ts';
import { resumeIfReady } from './parts.ts';
import { sweepTimes } from './sweep-times.ts';
import type { JobQueue, JobQueueName } from './job-queue.ts';

/** How many jobs a sweep sent again, how many it ended, and the end of how many it announced. */
export interface SweepOutcome {
  sent: number;
  ended: number;
  announced: number;
}

/** Callbacks of a sweep. Each runs in the span of its job. */
export interface SweepWatch {
  failed?: (error: unknown) => void;
  ended?: (ending: JobEnding) => void;
}

/** Where a sweep sends jobs. */
export interface SweepTargets {
  /** The queues of jobs to run. */
  queues: Readonly<Record<JobQueueName, JobQueue>>;
  /** Announces the end of a job, as `announceEnd` does. */
  announce: (job: Job) => Promise<void>;
}

/**
 * Looks after jobs that have not moved on: sends those again that were never enqueued or whose worker is gone, ends
 * those that nothing else will end, and announces the ends that are not announced yet. A job that is sent twice
 * runs once.
 */
export async function sweepJobs(
  jobs: JobStore,
  targets: SweepTargets,
  now: number = Date.now(),
  watch: SweepWatch = {},
): Promise<SweepOutcome> {
  const outcome = { sent: 0, ended: 0, announced: 0 };
  for await (const job of jobs.due(now)) {
    await inSpan(idsOfJob(job), async () => {
      try {
        const done = await moveOn(job, jobs, { targets, now, watch });
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
  { targets, now, watch }: { targets: SweepTargets; now: number; watch: SweepWatch },
): Promise<keyof SweepOutcome | undefined> {
  if (isTerminal(job.status)) {
    await targets.announce(job);
    return 'announced';
  }
  const expired = now - Date.parse(job.createdAt) >= sweepTimes.notStarted;
  const isWornOut = job.status === 'processing' && attemptsOf(job) >= maxAttempts && isClaimable(job, now);
  if (expired || isWornOut) {
    const detail = 'The conversion was abandoned. Retry the conversion.';
    const ended = await jobs.abandon(job.id, { code: 'internal-error', detail }, new Date(now));
    if (!ended) return undefined;
    watch.ended?.({ job: ended, code: 'internal-error' });
    return 'ended';
  }
  if (!isClaimable(job, now)) {
    // Its worker died after the parts had ended. Those that end now resume it themselves, so an earlier state of it suffices.
    if (await resumeIfReady(job, { jobs, queue: targets.queues[job.queue] })) return 'sent';
    await jobs.postpone(job.id, (job.leaseUntil ?? now) + sweepTimes.lapsedLease);
    return undefined;
  }
  await targets.queues[job.queue].send(job);
  await jobs.postpone(job.id, now + sweepTimes.sentAgain);
  return 'sent';
}
