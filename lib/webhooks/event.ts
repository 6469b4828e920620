import { siblingId } from '../base/identifiers.ts';
import type { FileStore } from '../storage/file-store.ts';
import { type JobResponse, presentJob } from '../api/responses/job-response.ts';
import type { Job } from '../jobs/job.ts';
import type { WebhookRecord } from './webhook-record.ts';

/** What a job's webhook can tell of. */
export const eventTypes = ['job.completed', 'job.failed'] as const;

/** What a webhook's body says. A job has at most one event. */
export interface WebhookEvent {
  type: (typeof eventTypes)[number];
  /** When the job ended. */
  timestamp: string;
  /** The URL of its result is signed for this attempt. */
  data: JobResponse;
}

/** An ended job whose webhook tells of it. Of a canceled one it does not: whoever cancels a job knows. */
export type TellableJob = Job & {
  status: 'completed' | 'failed';
  finishedAt: string;
  webhook: WebhookRecord;
};

export const isTellable = (job: Job | undefined): job is TellableJob =>
  job?.webhook !== undefined &&
  job.finishedAt !== undefined &&
  (job.status === 'completed' || job.status === 'failed');

/** The same at every attempt, so that receivers know what they have had. */
export const eventId = (job: Job): string => siblingId('msg', job.id);

export const eventOf = async (
  job: TellableJob,
  files: Pick<FileStore, 'present'>,
): Promise<WebhookEvent> => ({
  type: `job.${job.status}`,
  timestamp: job.finishedAt,
  data: await presentJob(job, files, job.webhook.baseUrl),
});
