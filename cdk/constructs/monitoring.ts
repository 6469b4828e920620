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
  /** The queue of office jobs, and of those that nobody could process. */
  office: { queue: IQueue; deadLetters: IQueue };
  webhooks: { queue: IQueue; deadLetters: IQueue };
  /** Gets a mail for every alarm. */
  alarmEmail: string | undefined;
}

/** The dashboard, and alarms that say what they mean to users. */
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
    // Of all functions of the region: an alarm cannot add up more than ten metrics.
    const throttles = LambdaFunction.metricAllThrottles({ statistic: 'Sum', period });

    this.#alarm(
      'ServerErrors',
      serverErrors,
      1,
      'Clients get 500 answers. Retrying can help them; look for "request failed" in the logs of the functions.',
    );
    this.#alarm(
      'Throttles',
      throttles,
      1,
      'Functions of this account and region are not started for want of concurrency: clients get 500 answers, or jobs wait. Raise the Lambda concurrency quota.',
    );

    const queueAge = office.queue.metricApproximateAgeOfOldestMessage({ period });
    this.#alarm(
      'FailedJobs',
      conversionMetric(this, 'failedJobs', 'Sum'),
      1,
      'Office jobs were failed by our fault (internal-error) after all attempts. Clients have no PDF, and can send the document again; look for "attempt failed" in the log of the office worker.',
    );
    this.#alarm(
      'DeadJobs',
      functions['dead-job'].function.metricInvocations({ period }),
      1,
      'Office jobs ended as failed because no worker could process them. Clients can send them again; look for errors in the log of the office worker.',
    );
    this.#alarm(
      'DeadLetters',
      office.deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      1,
      'Office jobs lie in the dead-letter queue and nobody ends them: clients see them as queued or processing. Look for errors in the log of dead-job, mend them, and run npm run redrive -- jobs.',
    );
    this.#alarm(
      'WorkerErrors',
      functions['office-worker'].function.metricErrors({ period }),
      5,
      'The office worker crashes or runs out of time. Clients wait longer, as their jobs are tried again, and fail after three attempts.',
    );
    this.#alarm(
      'RendererErrors',
      functions.renderer.function.metricErrors({ period }),
      5,
      'The renderer crashes or runs out of time or memory. Clients of /api/html get 500 answers; look for errors in its log.',
    );
    this.#alarm(
      'SweepErrors',
      functions.sweep.function.metricErrors({ period }),
      3,
      'Jobs that were never queued or whose worker is gone are not looked after: clients see them as queued or processing.',
    );
    this.#alarm(
      'WebhookErrors',
      functions['webhook-sender'].function.metricErrors({ period }),
      5,
      'The webhook sender crashes or runs out of time. Clients are told late that their jobs have ended; look for errors in its log.',
    );
    this.#alarm(
      'WebhookDeadLetters',
      webhooks.deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      1,
      'Webhooks lie in the dead-letter queue: clients that wait for them are not told that their jobs have ended. Look for errors in the log of webhook-sender, mend them, and run npm run redrive -- webhooks.',
    );
    const webhooksWaiting = webhooks.queue.metricApproximateNumberOfMessagesNotVisible({ period });
    this.#alarm(
      'WebhooksWaiting',
      webhooksWaiting,
      100_000,
      'So many webhooks wait for another attempt that SQS will soon hand out no more (at 120,000): all clients would be told late. Look in the log of webhook-sender whose receivers are down.',
    );
    this.#alarm(
      'OldJobs',
      queueAge,
      600,
      'Office jobs wait for more than ten minutes. Clients see them as queued. Raise OfficeConcurrency, or look whether the worker fails.',
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
      alarmDescription: `${impact} More: OPERATIONS.md, ${id}.`,
    });
    if (this.#topic) alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}
