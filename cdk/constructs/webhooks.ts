import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../nag.ts';
import type { DataStores } from './data-stores.ts';
import type { ServiceFunction } from './service-function.ts';

export interface WebhooksProps {
  /** Timeout of the sender in seconds, for one batch. */
  senderTimeout: number;
  /** Seconds between attempts, separated by commas. */
  pauseSeconds: string;
  /** Private hosts that webhooks and deliveries can reach, in the format of `ALLOWED_PRIVATE_HOSTS`. */
  allowedPrivateHosts: string;
}

/** The queue of webhooks, and the bindings of the functions that queue and send them. */
export class Webhooks extends Construct {
  readonly queue: Queue;
  /** Webhooks that the sender failed to process. Webhooks that their receivers reject never arrive here. */
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
      // Longer than the longest schedule of attempts.
      retentionPeriod: Duration.days(14),
      visibilityTimeout: Duration.seconds(6 * props.senderTimeout),
      // Each attempt is a receive, and so is each throttled poll. The table counts the attempts.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 30 },
    });
  }

  /** Allows `fn` to send webhooks. */
  bindSending(fn: ServiceFunction, stores: DataStores): void {
    const { pauseSeconds, allowedPrivateHosts } = this.#props;
    stores.bindWebhookDelivery(fn);
    fn.setVariables({
      WEBHOOK_QUEUE_URL: this.queue.queueUrl,
      WEBHOOK_PAUSE_SECONDS: pauseSeconds,
      ALLOWED_PRIVATE_HOSTS: allowedPrivateHosts,
    });
    this.queue.grant(fn.function, 'sqs:ChangeMessageVisibility', 'sqs:SendMessage');
    fn.allowRecursion();
    fn.function.addEventSource(
      // Two functions suffice: they mostly wait for receivers, with ten webhooks each.
      new SqsEventSource(this.queue, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 2 }),
    );
  }

  /** Allows `fn` to queue webhooks. */
  bindQueueing(fn: ServiceFunction): void {
    fn.setVariables({ WEBHOOK_QUEUE_URL: this.queue.queueUrl });
    fn.function.addToRolePolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] }),
    );
  }

  /** Configures `fn` to check the URLs of webhooks and deliveries. */
  bindChecking(fn: ServiceFunction): void {
    fn.setVariables({ ALLOWED_PRIVATE_HOSTS: this.#props.allowedPrivateHosts });
  }
}
