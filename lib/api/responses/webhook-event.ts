import type { JobResponse } from './job-response.ts';

/** The events that a job's webhook can report. */
export const eventTypes = ['job.completed', 'job.failed'] as const;

/** The body of a webhook. A job has at most one event. */
export interface WebhookEvent {
  type: (typeof eventTypes)[number];
  /** When the job ended. */
  timestamp: string;
  /** The job. The URL of its result is signed for this attempt. */
  data: JobResponse;
}
