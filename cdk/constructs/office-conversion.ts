import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import type { DataStores } from './data-stores.ts';
import type { ServiceFunction } from './service-function.ts';

export interface OfficeConversionProps {
  /** Timeout of the worker in seconds: one conversion, including reading and storing. */
  workerTimeout: number;
  /** Maximum concurrent conversions. */
  concurrency: number;
  /** The reason why LibreOffice is unavailable. Undefined when it is available. */
  unavailable: string | undefined;
}

/** The queue of office jobs, and the bindings of its functions: submission, worker, dead-letter handler, sweep. */
export class OfficeConversion extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #props: OfficeConversionProps;

  constructor(scope: Construct, id: string, props: OfficeConversionProps) {
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
      // AWS recommends six times the function's timeout. It is longer than any lease.
      visibilityTimeout: Duration.seconds(6 * props.workerTimeout),
      // Throttled polls count as receives too. The table counts the attempts.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 10 },
    });
    acknowledge(this.deadLetters, { SQS3: 'It is the dead-letter queue.' });
  }

  /** Grants `fn` to convert the documents of jobs. */
  bindWork(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobWork(fn);
    this.#bindSending(fn);
    fn.setVariables({
      LIBREOFFICE_ROOT: '/opt/libreoffice',
      FONTS_CONF: '/opt/fonts/fonts.conf',
    });
    this.queue.grant(fn.function, 'sqs:ChangeMessageVisibility');
    fn.function.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        // Not reserved concurrency: a new account has none to reserve.
        maxConcurrency: this.#props.concurrency,
      }),
    );
  }

  /** Grants `fn` to fail jobs whose messages are in the dead-letter queue. */
  bindEnding(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobEnding(fn);
    fn.function.addEventSource(
      new SqsEventSource(this.deadLetters, { batchSize: 10, reportBatchItemFailures: true }),
    );
  }

  /** Runs `fn` every minute and grants it to recover jobs that made no progress. */
  bindSweeping(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobSweeping(fn);
    this.#bindSending(fn);
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(fn.function, { retryAttempts: 0 })],
    });
  }

  /** Grants `fn` to submit jobs. */
  bindSubmission(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobSubmission(fn);
    this.#bindSending(fn);
    const { unavailable } = this.#props;
    if (unavailable) fn.setVariables({ OFFICE_UNAVAILABLE: unavailable });
  }

  #bindSending(fn: ServiceFunction): void {
    fn.setVariables({ OFFICE_QUEUE_URL: this.queue.queueUrl });
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] }),
    );
  }
}
