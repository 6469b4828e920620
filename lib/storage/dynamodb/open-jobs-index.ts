import type { JobQueueName } from '../../jobs/job-queue.ts';

/**
 * The index that the sweep reads: jobs that have not ended, or whose webhook is not in its queue yet, by the time of
 * their next check.
 */
export const openJobsIndex = 'open-jobs';

/** The partition of the index that holds a queue's jobs. All jobs of earlier releases are office jobs, in `open`. */
export const openStates: Readonly<Record<JobQueueName, string>> = {
  office: 'open',
  html: 'open-html',
  pdf: 'open-pdf',
};
