import type { Attempt } from '../jobs/job-store.ts';
import type { WebhookRecord } from '../jobs/notification.ts';

/** Stores the delivery attempts of webhooks. */
export interface DeliveryStore {
  /**
   * Claims the attempt after those that `webhook` has recorded. Returns false if another caller claimed it, or the
   * webhook was delivered.
   *
   * @param leaseUntil milliseconds since the epoch until which no other caller may try
   */
  begin(jobId: string, webhook: WebhookRecord, leaseUntil: number): Promise<boolean>;
  delivered(jobId: string, status: number, at: Date): Promise<void>;
  /**
   * Records a failed attempt. Does nothing if a later attempt has begun.
   *
   * @param status null if there was no response
   * @param nextAt milliseconds since the epoch before which no other attempt starts
   */
  failed(attempt: Attempt, status: number | null, nextAt: number): Promise<void>;
}
