import { requireVariables } from '#lib/base/environment.ts';
import type { JobQueue, JobQueueName } from '#lib/jobs/job-queue.ts';
import { openJobQueue } from '#lib/storage/open-stores.ts';

/** All queues of jobs. */
export function openQueues(environment: NodeJS.ProcessEnv): Record<JobQueueName, JobQueue> {
  const { OFFICE_QUEUE_URL, HTML_QUEUE_URL, PDF_QUEUE_URL } = requireVariables(
    environment,
    'OFFICE_QUEUE_URL',
    'HTML_QUEUE_URL',
    'PDF_QUEUE_URL',
  );
  return {
    office: openJobQueue(OFFICE_QUEUE_URL),
    html: openJobQueue(HTML_QUEUE_URL),
    pdf: openJobQueue(PDF_QUEUE_URL),
  };
}
