import type { Job } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { JobStore } from '../jobs/job-store.ts';

/**
 * Hands the webhook of an ended job, if it has one, over to the function that sends it. Cut short in between, it is
 * handed over again by the sweep: there may be two messages then, and still each attempt is made once.
 */
export async function queueWebhook(
  { id, webhook }: Job,
  jobs: Pick<JobStore, 'markWebhookQueued'>,
  queue: JobQueue,
): Promise<void> {
  if (!webhook) return;
  await queue.send(id);
  await jobs.markWebhookQueued(id, new Date());
}
