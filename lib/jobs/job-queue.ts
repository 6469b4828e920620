import type { Job } from './job.ts';
import type { CarriedJob } from './job-message.ts';

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

/** A queue as those who submit jobs see it. */
export interface SubmissionQueue extends JobQueue {
  /** Sends a carried job, of which nothing is stored, in a message of its owner. */
  carry(carried: CarriedJob): Promise<void>;
}
