import { Duration, Size } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import { engines } from '../engines.ts';
import type { DataStores } from './data-stores.ts';
import type { EngineLayers } from './engine-layers.ts';
import type { ServiceFunction } from './service-function.ts';

/** How long a conversion may take, storing and all. */
export const workerTimeout = Duration.seconds(120);

export interface OfficeConversionProps {
  stores: DataStores;
  worker: ServiceFunction;
  deadJob: ServiceFunction;
  sweep: ServiceFunction;
  /** Conversions at the same time. */
  concurrency: number;
  layers: EngineLayers;
}

/** The queue of office jobs with everything that empties it: worker, dead-letter handling, sweep. */
export class OfficeConversion extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly #unavailable: string | undefined;

  constructor(scope: Construct, id: string, props: OfficeConversionProps) {
    super(scope, id);
    const { stores, worker, deadJob, sweep, concurrency, layers } = props;
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
      // As AWS advises for event sources, and longer than any lease.
      visibilityTimeout: Duration.seconds(6 * workerTimeout.toSeconds()),
      // Throttled polls count as receives too. Attempts are counted in the table.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 10 },
    });

    stores.bindJobWork(worker);
    this.#bindSending(worker);
    worker.setVariables({
      LIBREOFFICE_ROOT: '/opt/libreoffice',
      FONTS_CONF: '/opt/fonts/fonts.conf',
    });
    this.queue.grant(worker.function, 'sqs:ChangeMessageVisibility');
    this.#unavailable = layers.addTo(worker, engines.libreOffice);
    worker.function.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        // Not reserved concurrency, which new accounts have none of.
        maxConcurrency: concurrency,
      }),
    );

    stores.bindJobEnding(deadJob);
    deadJob.function.addEventSource(
      new SqsEventSource(this.deadLetters, { batchSize: 10, reportBatchItemFailures: true }),
    );

    stores.bindJobSweeping(sweep);
    this.#bindSending(sweep);
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(sweep.function, { retryAttempts: 0 })],
    });
    acknowledge(this.deadLetters, { SQS3: 'It is the dead-letter queue.' });
  }

  /** Submit jobs. */
  bindSubmission(fn: ServiceFunction, stores: DataStores): void {
    stores.bindJobSubmission(fn);
    this.#bindSending(fn);
    if (this.#unavailable) fn.setVariables({ OFFICE_UNAVAILABLE: this.#unavailable });
  }

  #bindSending(fn: ServiceFunction): void {
    fn.setVariables({ OFFICE_QUEUE_URL: this.queue.queueUrl });
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] }),
    );
  }
}

/**
 * LibreOffice's libraries unpacked (150 MB), a document of 250 MB as it came, decrypted, and without its links, and up to
 * 1 GB of a PDF.
 */
export const workerStorage = Size.mebibytes(2048);
