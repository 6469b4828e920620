import type { Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import type { JobQueue } from '../jobs/job-queue.ts';

/**
 * Queues the webhook of an ended job, if it has one, for the function that sends it. If this is interrupted, the sweep
 * queues it again. There may then be two messages, but each attempt is still made once.
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
