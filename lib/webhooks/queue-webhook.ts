import type { Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';

/**
 * Hands the webhook of an ended job, if it has one, over to the function that sends it. Cut short in between, it is
 * handed over again by the sweep: there may be two messages then, and still each attempt is made once.
 */
export async function queueWebhook(
  job: Job,
  jobs: Pick<JobStore, 'markWebhookQueued'>,
  queue: JobQueue,
): Promise<void> {
  if (!job.webhook) return;
  await queue.send(job);
  await jobs.markWebhookQueued(job.id, new Date());
}
