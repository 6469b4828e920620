import type { Job } from './job.ts';

/** The queues of jobs. Each has its own worker. */
export const jobQueueNames = ['office', 'html', 'pdf'] as const;

export type JobQueueName = (typeof jobQueueNames)[number];

/** @throws Error when there is no such queue */
export function parseJobQueueName(text: string): JobQueueName {
  const name = jobQueueNames.find((each) => each === text);
  if (!name) throw new Error(`JOB_QUEUE must be one of ${jobQueueNames.join(', ')}, not '${text}'`);
  return name;
}

export interface JobQueue {
  /**
   * Sends the message of a job. The owner is the message's tenant, so that SQS delivers fairly between owners.
   *
   * @param delaySeconds how long the message stays hidden, at most 900
   */
  send(job: Pick<Job, 'id' | 'owner'>, delaySeconds?: number): Promise<void>;
}
