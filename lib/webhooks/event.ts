import { siblingId } from '../base/identifiers.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Job } from '../jobs/job.ts';
import { presentJob } from '../jobs/present-job.ts';
import type { WebhookEvent } from '../api/responses/webhook-event.ts';
import type { WebhookRecord } from '../jobs/notification.ts';

/** An ended job with a webhook event. A canceled job has none: its client canceled it. */
export type NotifiableJob = Job & {
  status: 'completed' | 'failed';
  finishedAt: string;
  webhook: WebhookRecord;
};

export const isNotifiable = (job: Job | undefined): job is NotifiableJob =>
  job?.webhook !== undefined &&
  job.finishedAt !== undefined &&
  (job.status === 'completed' || job.status === 'failed');

/** The same for every attempt, so that receivers can detect duplicates. */
export const eventId = (job: Job): string => siblingId('msg', job.id);

export const eventOf = async (
  job: NotifiableJob,
  files: Pick<FileStore, 'present'>,
): Promise<WebhookEvent> => ({
  type: `job.${job.status}`,
  timestamp: job.finishedAt,
  data: await presentJob(job, files, job.webhook.baseUrl),
});
