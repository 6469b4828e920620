import type { Job } from './job.ts';

export interface JobQueue {
  /**
   * Sends the message of a job. The owner is the message's tenant, so that SQS delivers fairly between owners.
   *
   * @param delaySeconds how long the message stays hidden, at most 900
   */
  send(job: Pick<Job, 'id' | 'owner'>, delaySeconds?: number): Promise<void>;
}
