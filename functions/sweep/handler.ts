import { requireVariables } from '#lib/base/environment.ts';
import type { Job } from '#lib/jobs/job.ts';
import { closeEnded } from '#lib/jobs/job-ending.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { announceEnd } from '#lib/webhooks/announce-end.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { openJobQueue, openJobStore } from '#lib/storage/open-stores.ts';
import { openQueues } from '../open-queues.ts';

const variables = requireVariables(process.env, 'JOBS_TABLE_NAME', 'WEBHOOK_QUEUE_URL');
const jobs = openJobStore(variables.JOBS_TABLE_NAME);
const webhooks = openJobQueue(variables.WEBHOOK_QUEUE_URL);
const queues = openQueues(process.env);
const targets = {
  queues,
  announce: (job: Job) => announceEnd(job, { jobs, webhooks, jobsWithParts: queues.pdf }),
};
const logger = openLog('sweep', process.env);

/** Runs every minute. */
export const handler = async (): Promise<void> => {
  const outcome = await sweepJobs(jobs, targets, Date.now(), {
    failed: (error) => logger.error('stalled job not resumed', { error }),
    ended: (ending) => closeEnded(ending, logger),
  });
  if (Object.values(outcome).some((count) => count > 0)) logger.warn('stalled jobs found', { ...outcome });
};
