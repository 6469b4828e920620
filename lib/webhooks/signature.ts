import { createHmac } from 'node:crypto';

export interface SignedContent {
  id: string;
  /** Time of the attempt, so that receivers can reject old messages. */
  at: Date;
  body: string;
}

/**
 * Returns the headers that sign a webhook (Standard Webhooks, scheme v1: HMAC-SHA256 over id, time and body).
 *
 * @param secret `whsec_` and the key in base64
 * @see
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#verifying-webhook-authenticity
 */
export function signatureHeaders(secret: string, { id, at, body }: SignedContent): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
