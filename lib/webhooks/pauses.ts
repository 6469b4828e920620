import type { WebhookRecord } from '../jobs/notification.ts';

/**
 * Seconds between the attempts to deliver a webhook: 27.6 hours in all, the schedule that Standard Webhooks gives as an
 * example (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#reliability).
 */
export const defaultPauses: readonly number[] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/** SQS hides a message for 12 hours after it was received, and no longer; the attempt itself takes some of them. */
const longestPause = 11 * 3600;
/** Each attempt is a receive of the message, and so is each throttled poll; see `maxReceiveCount` of the queue. */
const mostPauses = 15;

/**
 * Reads a list of pauses: whole seconds, separated by commas. There is one attempt more than there are pauses.
 *
 * @throws Error saying what would be valid
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

/** Whether a webhook is not sent again: it arrived, its receiver does not want it (410), or no attempt is left. */
export const isOver = (webhook: WebhookRecord, pauses: readonly number[]): boolean =>
  webhook.deliveredAt !== undefined || webhook.lastStatus === 410 || webhook.attempts > pauses.length;
