import type { Attempt } from '../jobs/job-store.ts';
import type { WebhookRecord } from '../jobs/notification.ts';

/** Keeps count of the attempts to deliver the webhooks of jobs. */
export interface DeliveryStore {
  /**
   * Takes the attempt after those that `webhook` has seen. False when somebody else took it, or it has arrived.
   *
   * @param leaseUntil milliseconds since the epoch until which nobody else may try
   */
  begin(jobId: string, webhook: WebhookRecord, leaseUntil: number): Promise<boolean>;
  delivered(jobId: string, status: number, at: Date): Promise<void>;
  /**
   * Does nothing when a later attempt has begun.
   *
   * @param status null when there was no answer
   * @param nextAt milliseconds since the epoch before which there is no other attempt
   */
  failed(attempt: Attempt, status: number | null, nextAt: number): Promise<void>;
}
