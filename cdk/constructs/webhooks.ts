import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import type { DataStores } from './data-stores.ts';
import type { ServiceFunction } from './service-function.ts';

export interface WebhooksProps {
  /** Seconds that the sender may take for one batch. */
  senderTimeout: number;
  /** Seconds between attempts, separated by commas. */
  pauseSeconds: string;
  /** Hosts that may be called though they are not public, as `ALLOWED_PRIVATE_HOSTS` lists them. */
  allowedPrivateHosts: string;
}

/** The queue of webhooks, and what queues and sends them. */
export class Webhooks extends Construct {
  readonly queue: Queue;
  /** What the sender failed at itself; a webhook that its receiver does not take never comes here. */
  readonly deadLetters: Queue;
  readonly #props: WebhooksProps;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    this.#props = props;
    this.deadLetters = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this.deadLetters, { SQS3: 'It is the dead-letter queue.' });
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // Longer than the longest list of the longest pauses.
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.seconds(6 * props.senderTimeout),
      // Every attempt is a receive, and so is every throttled poll. Attempts are counted in the table.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 30 },
    });
  }

  /** Send webhooks. */
  bindSending(fn: ServiceFunction, stores: DataStores): void {
    const { pauseSeconds, allowedPrivateHosts } = this.#props;
    stores.bindWebhookDelivery(fn);
    fn.setVariables({
      WEBHOOK_QUEUE_URL: this.queue.queueUrl,
      WEBHOOK_PAUSE_SECONDS: pauseSeconds,
      ALLOWED_PRIVATE_HOSTS: allowedPrivateHosts,
    });
    this.queue.grant(fn.function, 'sqs:ChangeMessageVisibility', 'sqs:SendMessage');
    fn.function.addEventSource(
      // Few functions, which wait for servers, with ten webhooks each.
      new SqsEventSource(this.queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 2 }),
    );
  }

  /** Have webhooks sent. */
  bindQueueing(fn: ServiceFunction): void {
    fn.setVariables({ WEBHOOK_QUEUE_URL: this.queue.queueUrl });
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] }),
    );
  }

  /** Know which URLs may be called. */
  bindChecking(fn: ServiceFunction): void {
    fn.setVariables({ ALLOWED_PRIVATE_HOSTS: this.#props.allowedPrivateHosts });
  }
}
