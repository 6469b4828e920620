import type { Job } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { reportPart } from '../jobs/parts.ts';
import { queueWebhook } from './queue-webhook.ts';

/** Where the end of a job is announced. */
export interface AnnouncementTargets {
  jobs: JobStore;
  webhooks: JobQueue;
  /** The queue of the jobs that have parts. */
  jobsWithParts: JobQueue;
}

/**
 * Announces the end of a job to the receiver of its webhook, or to the job that it is a part of. If this is interrupted, the
 * sweep repeats it.
 */
export async function announceEnd(
  job: Job,
  { jobs, webhooks, jobsWithParts }: AnnouncementTargets,
): Promise<void> {
  await queueWebhook(job, jobs, webhooks);
  await reportPart(job, { jobs, queue: jobsWithParts });
}
