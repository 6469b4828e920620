import * as z from 'zod';

/** The webhook of a job: its URL and the progress of its delivery. */
export const webhookRecord = z.object({
  url: z.string(),
  /** The URL of the API as the client used it, for the links in the event. */
  baseUrl: z.string(),
  /** Set once the message for the webhook's delivery is in its queue. Until then, the sweep checks the job. */
  queuedAt: z.string().optional(),
  /** Delivery attempts, including the current one. */
  attempts: z.int(),
  /** Earliest time of the next attempt (milliseconds since the epoch): an attempt is running, or the pause after it. */
  nextAt: z.number(),
  /** Response status of the last attempt. Null before the first one, and when there was no response. */
  lastStatus: z.int().nullable(),
  /** Time of the first 2xx response. */
  deliveredAt: z.string().optional(),
});

export type WebhookRecord = z.output<typeof webhookRecord>;

export const newWebhook = (url: string, baseUrl: string): WebhookRecord => ({
  url,
  baseUrl,
  attempts: 0,
  nextAt: 0,
  lastStatus: null,
});
