import { Logger } from '@aws-lambda-powertools/logger';
import { requireVariables } from '#lib/environment.ts';
import { openJobQueue, openJobStore } from '#lib/jobs/stores.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';

const { JOBS_TABLE_NAME, OFFICE_QUEUE_URL, WEBHOOK_QUEUE_URL } = requireVariables(
  process.env,
  'JOBS_TABLE_NAME',
  'OFFICE_QUEUE_URL',
  'WEBHOOK_QUEUE_URL',
);
const jobs = openJobStore(JOBS_TABLE_NAME);
const queues = { office: openJobQueue(OFFICE_QUEUE_URL), webhooks: openJobQueue(WEBHOOK_QUEUE_URL) };
const logger = new Logger({ serviceName: 'sweep' });

/** Runs every minute. */
export const handler = async (): Promise<void> => {
  const { sent, ended, webhooks } = await sweepJobs(jobs, queues, Date.now(), (jobId, error) =>
    logger.error('job could not be moved on', { jobId, error }),
  );
  if (sent + ended + webhooks > 0) logger.warn('jobs had not moved on', { sent, ended, webhooks });
};
