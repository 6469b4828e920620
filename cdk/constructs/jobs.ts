import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { type JobQueueName, jobQueueNames } from '#lib/jobs/job-queue.ts';
import type { DataStores } from './data-stores.ts';
import { JobQueue } from './job-queue.ts';
import type { ServiceFunction } from './service-function.ts';

/** Names of the queues' constructs. A changed name would replace the queue, with the jobs in it. */
const constructIds: Readonly<Record<JobQueueName, string>> = {
  office: 'Office',
  html: 'HtmlJobs',
  pdf: 'PdfJobs',
};

export interface JobsProps {
  /** Timeouts of the workers, in seconds. */
  workerTimeouts: Readonly<Record<JobQueueName, number>>;
  /** Maximum numbers of jobs that run at the same time. */
  concurrency: Readonly<Record<JobQueueName, number>>;
}

/** The queues of jobs, and what keeps their jobs from being lost: dead-letter handling and sweep. */
export class Jobs extends Construct {
  readonly queues: Readonly<Record<JobQueueName, JobQueue>>;

  constructor(scope: Construct, id: string, { workerTimeouts, concurrency }: JobsProps) {
    super(scope, id);
    const queueOf = (name: JobQueueName): JobQueue =>
      new JobQueue(scope, constructIds[name], {
        name,
        workerTimeout: workerTimeouts[name],
        concurrency: concurrency[name],
      });
    this.queues = { office: queueOf('office'), html: queueOf('html'), pdf: queueOf('pdf') };
  }

  /** Allows `fn` to fail jobs whose messages are in a dead-letter queue. */
  bindEnding(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobEnding(fn);
    for (const name of jobQueueNames) this.queues[name].bindDeadLetters(fn);
  }

  /** Runs `fn` every minute, and allows it to find jobs that make no progress. */
  bindSweeping(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobSweeping(fn);
    for (const name of jobQueueNames) this.queues[name].bindSending(fn);
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(fn.function, { retryAttempts: 0 })],
    });
  }
}
