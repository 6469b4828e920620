import type { Job } from './job.ts';

export interface JobQueue {
  /**
   * Sends the message of a job. Its owner is the tenant of the message, so that SQS delivers fairly between owners.
   *
   * @param delaySeconds how long the message stays hidden, 900 at most
   */
  send(job: Pick<Job, 'id' | 'owner'>, delaySeconds?: number): Promise<void>;
}
