import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { JobQueueName } from '#lib/jobs/job-queue.ts';
import { acknowledge } from '../nag.ts';
import type { DataStores } from './data-stores.ts';
import type { ServiceFunction } from './service-function.ts';

export interface JobQueueProps {
  name: JobQueueName;
  /** Timeout of the worker, in seconds. */
  workerTimeout: number;
  /** Maximum number of jobs that run at the same time. */
  concurrency: number;
}

/** A queue of jobs with its dead-letter queue, and the grants of its submitters and its worker. */
export class JobQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #props: JobQueueProps;

  constructor(scope: Construct, id: string, props: JobQueueProps) {
    super(scope, id);
    this.#props = props;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.seconds(180),
    });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(4),
      // The least that an event source accepts. Workers shorten it to a lease when they receive a message, so it only
      // counts for a worker that dies before that.
      visibilityTimeout: Duration.seconds(props.workerTimeout),
      // Throttled polls count as receives too. The table counts the attempts.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 10 },
    });
    acknowledge(this.deadLetters, { SQS3: 'It is the dead-letter queue.' });
  }

  /** Allows `fn` to accept jobs for this queue. */
  bindSubmission(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobSubmission(fn);
    fn.setVariables({ JOB_QUEUE: this.#props.name, JOB_QUEUE_URL: this.queue.queueUrl });
    this.#grantSending(fn);
  }

  /** Allows `fn` to run the jobs of this queue. */
  bindWork(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobWork(fn);
    fn.setVariables({ JOB_QUEUE: this.#props.name, JOB_QUEUE_URL: this.queue.queueUrl });
    this.#grantSending(fn);
    this.queue.grant(fn.function, 'sqs:ChangeMessageVisibility');
    fn.allowRecursion();
    fn.function.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        // Not reserved concurrency: a new account has none to reserve.
        maxConcurrency: this.#props.concurrency,
      }),
    );
  }

  /** Sends `fn` the messages that no worker could process. */
  bindDeadLetters(fn: ServiceFunction): void {
    fn.function.addEventSource(
      new SqsEventSource(this.deadLetters, { batchSize: 10, reportBatchItemFailures: true }),
    );
  }

  /** Allows `fn` to send jobs to this queue besides others. */
  bindSending(fn: ServiceFunction): void {
    fn.setVariables({ [`${this.#props.name.toUpperCase()}_QUEUE_URL`]: this.queue.queueUrl });
    this.#grantSending(fn);
  }

  #grantSending(fn: ServiceFunction): void {
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] }),
    );
  }
}
