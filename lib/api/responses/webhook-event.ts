import type { JobResponse } from './job-response.ts';

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
