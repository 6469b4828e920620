import * as z from 'zod';

/** Of a job whose end somebody wants to be told of: where, and how far that has come. */
export const webhookRecord = z.object({
  url: z.string(),
  /** The address of the API as the client used it, for the links in the event. */
  baseUrl: z.string(),
  /** Set once the message that has it sent is in its queue; until then the sweep looks after it. */
  queuedAt: z.string().optional(),
  /** Times that it was sent, the running one included. */
  attempts: z.int(),
  /** No attempt before then (milliseconds since the epoch): one is running, or the pause after it. */
  nextAt: z.number(),
  /** What the last attempt was answered with; null before the first, and when there was no answer. */
  lastStatus: z.int().nullable(),
  /** The first 2xx. */
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
