import { requireVariables } from '#lib/base/environment.ts';
import { closeEnded } from '#lib/jobs/job-ending.ts';
import { openJobQueue, openJobStore } from '#lib/storage/open-job-stores.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { openLog } from '#lib/base/observability/work-log.ts';

const { JOBS_TABLE_NAME, OFFICE_QUEUE_URL, WEBHOOK_QUEUE_URL } = requireVariables(
  process.env,
  'JOBS_TABLE_NAME',
  'OFFICE_QUEUE_URL',
  'WEBHOOK_QUEUE_URL',
);
const jobs = openJobStore(JOBS_TABLE_NAME);
const queues = { office: openJobQueue(OFFICE_QUEUE_URL), webhooks: openJobQueue(WEBHOOK_QUEUE_URL) };
const logger = openLog('sweep', process.env);

/** Runs every minute. */
export const handler = async (): Promise<void> => {
  const { sent, ended, webhooks } = await sweepJobs(jobs, queues, Date.now(), {
    failed: (error) => logger.error('job could not be moved on', { error }),
    ended: (ending) => closeEnded(ending, logger),
  });
  if (sent + ended + webhooks > 0) logger.warn('jobs had not moved on', { sent, ended, webhooks });
};
