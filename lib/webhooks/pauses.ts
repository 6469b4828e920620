import type { WebhookRecord } from '../jobs/notification.ts';

/**
 * Seconds between the attempts to deliver a webhook: 27.6 hours in total, the example schedule of Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#reliability).
 */
export const defaultPauses: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/** SQS hides a message for at most 12 hours after it was received, and the attempt itself takes some of that time. */
const longestPause = 11 * 3600;
/** Each attempt is a receive of the message, and so is each throttled poll. See `maxReceiveCount` of the queue. */
const mostPauses = 15;

/**
 * Parses a list of pauses: whole seconds, separated by commas. There is one attempt more than there are pauses.
 *
 * @throws Error naming the valid format when the list is invalid
 */
export function parsePauses(list: string): number[] {
  const items = list.split(',').map((item) => item.trim());
  const pauses = items.map((item) => (/^\d{1,5}$/.test(item) ? Number(item) : NaN));
  if (items.length > mostPauses || !pauses.every((pause) => pause >= 1 && pause <= longestPause)) {
    throw new Error(
      `WEBHOOK_PAUSE_SECONDS must be 1 to ${mostPauses} numbers from 1 to ${longestPause}, separated by commas.`,
    );
  }
  return pauses;
}

/**
 * Whether delivery has ended: the webhook was delivered, its receiver rejects it for good (410), or no attempt is left.
 */
export const isOver = (webhook: WebhookRecord, pauses: readonly number[]): boolean =>
  webhook.deliveredAt !== undefined || webhook.lastStatus === 410 || webhook.attempts > pauses.length;
