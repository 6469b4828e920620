import * as z from 'zod';

/** Methods by which a result can be sent. */
export const sendingMethods = ['POST', 'PUT', 'PATCH'] as const;

const method = z.enum(sendingMethods);

/** A webhook that receives the result itself, as Gotenberg sends it, in place of an event. */
export const resultWebhook = z.object({
  method,
  errorUrl: z.string().optional(),
  errorMethod: method,
  eventsUrl: z.string().optional(),
  /** Headers that the client wants, which may hold secrets. */
  headers: z.record(z.string(), z.string()),
  /** The id that the client gave the request. */
  trace: z.string(),
  /** Name of the result without an extension; empty if the client names none. */
  outputName: z.string(),
  /** The names of several results in their zip. Default: their own. */
  fileNames: z.array(z.string()).optional(),
});

export type ResultWebhook = z.output<typeof resultWebhook>;

/** The webhook of a job: its URL and the progress of its delivery. */
export const webhookRecord = z.object({
  url: z.string(),
  /** Present if the URL receives the result. */
  result: resultWebhook.optional(),
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

export const newWebhook = (url: string, baseUrl: string, result?: ResultWebhook): WebhookRecord => ({
  url,
  ...(result ? { result } : {}),
  baseUrl,
  attempts: 0,
  nextAt: 0,
  lastStatus: null,
});
