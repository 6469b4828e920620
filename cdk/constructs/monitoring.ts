import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { FunctionName } from '../functions.ts';
import { conversionMetric, monitoringPeriod as period } from './conversion-metric.ts';
import { addDashboard } from './dashboard.ts';
import type { ServiceFunction } from './service-function.ts';

export interface MonitoringProps {
  api: RestApi;
  functions: Readonly<Record<FunctionName, ServiceFunction>>;
  /** The queue of office jobs, and its dead-letter queue. */
  office: { queue: IQueue; deadLetters: IQueue };
  webhooks: { queue: IQueue; deadLetters: IQueue };
  /** Receives an email for each alarm. */
  alarmEmail: string | undefined;
}

/** The dashboard, and alarms whose descriptions state the impact on clients. */
export class Monitoring extends Construct {
  readonly #topic: Topic | undefined;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { api, functions, office, webhooks, alarmEmail } = props;
    if (alarmEmail) {
      this.#topic = new Topic(this, 'Alarms', { enforceSSL: true });
      this.#topic.addSubscription(new EmailSubscription(alarmEmail));
    }
    const serverErrors = api.metricServerError({ statistic: 'Sum', period });
    // For all functions of the region, because an alarm cannot add up more than ten metrics.
    const throttles = LambdaFunction.metricAllThrottles({ statistic: 'Sum', period });

    this.#alarm(
      'ServerErrors',
      serverErrors,
      1,
      'Clients receive 500 responses. A retry can succeed. Look for "request failed" in the logs of the functions.',
    );
    this.#alarm(
      'Throttles',
      throttles,
      1,
      'Lambda throttles functions of this account in this region. Clients receive 500 responses, or jobs wait. Raise the Lambda concurrency quota.',
    );

    const queueAge = office.queue.metricApproximateAgeOfOldestMessage({ period });
    this.#alarm(
      'FailedJobs',
      conversionMetric(this, 'failedJobs', 'Sum'),
      1,
      'Office jobs failed with internal-error after all attempts. Clients receive no PDF and can submit the document again. Look for "attempt failed" in the log of office-worker.',
    );
    this.#alarm(
      'DeadJobs',
      functions['dead-job'].function.metricInvocations({ period }),
      1,
      'Office jobs failed because no worker could process them. Clients can submit them again. Look for errors in the log of office-worker.',
    );
    this.#alarm(
      'DeadLetters',
      office.deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      1,
      'Office jobs remain in the dead-letter queue because dead-job fails. Clients see them as queued or processing. Look for errors in the log of dead-job, fix the cause, and run npm run redrive -- jobs.',
    );
    this.#alarm(
      'WorkerErrors',
      functions['office-worker'].function.metricErrors({ period }),
      5,
      'The office worker crashes or times out. Clients wait longer while jobs are retried. Jobs fail after three attempts.',
    );
    this.#alarm(
      'RendererErrors',
      functions.renderer.function.metricErrors({ period }),
      5,
      'The renderer crashes, times out or runs out of memory. Clients of /api/html receive 500 responses. Look for errors in the log of renderer.',
    );
    this.#alarm(
      'SweepErrors',
      functions.sweep.function.metricErrors({ period }),
      3,
      'Jobs that were never queued or that lost their worker are not recovered. Clients see them as queued or processing.',
    );
    this.#alarm(
      'WebhookErrors',
      functions['webhook-sender'].function.metricErrors({ period }),
      5,
      'The webhook sender crashes or times out. Clients receive webhooks late. Look for errors in the log of webhook-sender.',
    );
    this.#alarm(
      'WebhookDeadLetters',
      webhooks.deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      1,
      'Webhooks are in the dead-letter queue. Clients do not receive them. Look for errors in the log of webhook-sender, fix the cause, and run npm run redrive -- webhooks.',
    );
    const webhooksWaiting = webhooks.queue.metricApproximateNumberOfMessagesNotVisible({ period });
    this.#alarm(
      'WebhooksWaiting',
      webhooksWaiting,
      100_000,
      'Many webhooks wait for a retry. At 120,000, SQS delivers no more messages, and all clients receive webhooks late. Find the receivers that are down in the log of webhook-sender.',
    );
    this.#alarm(
      'OldJobs',
      queueAge,
      600,
      'Office jobs wait for more than ten minutes. Clients see them as queued. Raise OfficeConcurrency, or check whether the worker fails.',
    );

    addDashboard(this, props, throttles);
  }

  #alarm(id: string, metric: IMetric, threshold: number, impact: string): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${impact} See OPERATIONS.md, ${id}.`,
    });
    if (this.#topic) alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}
