import { Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type JobQueueName, jobQueueNames } from '#lib/jobs/job-queue.ts';
import type { FunctionName } from '../functions.ts';
import { conversionMetric, monitoringPeriod as period } from './conversion-metric.ts';
import { addDashboard } from './dashboard.ts';
import type { ServiceFunction } from './service-function.ts';

export interface MonitoringProps {
  api: RestApi;
  functions: Readonly<Record<FunctionName, ServiceFunction>>;
  /** Each queue of jobs, with its dead-letter queue. */
  jobs: Readonly<Record<JobQueueName, { queue: IQueue; deadLetters: IQueue }>>;
  webhooks: { queue: IQueue; deadLetters: IQueue };
  /** Receives an email for each alarm. */
  alarmEmail: string | undefined;
}

/** The alarms of the office queue have no prefix: they were the first. */
const queueAlarms = {
  office: {
    prefix: '',
    worker: 'office-worker',
    jobs: 'Office jobs',
    parameter: 'OfficeConcurrency',
    redrive: 'jobs',
  },
  html: {
    prefix: 'Html',
    worker: 'html-worker',
    jobs: 'Rendering jobs',
    parameter: 'HtmlJobConcurrency',
    redrive: 'html-jobs',
  },
  pdf: {
    prefix: 'Pdf',
    worker: 'pdf-worker',
    jobs: 'PDF jobs',
    parameter: 'PdfJobConcurrency',
    redrive: 'pdf-jobs',
  },
} as const satisfies Record<JobQueueName, { worker: FunctionName } & Record<string, string>>;

/** Seconds that a job may wait for a worker before an alarm. */
const longestWait = 600;

/** The dashboard, and alarms whose descriptions state the impact on clients. */
export class Monitoring extends Construct {
  readonly #topic: Topic | undefined;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { api, functions, webhooks, alarmEmail } = props;
    if (alarmEmail) {
      this.#topic = new Topic(this, 'Alarms', { enforceSSL: true });
      this.#topic.addSubscription(new EmailSubscription(alarmEmail));
      // A policy of its own, here that of enforceSSL, replaces the one that allows the account's alarms to publish.
      this.#topic.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
          actions: ['sns:Publish'],
          resources: [this.#topic.topicArn],
          conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
        }),
      );
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

    this.#alarm(
      'FailedJobs',
      conversionMetric(this, 'failedJobs', 'Sum'),
      1,
      'Jobs failed with internal-error after all attempts. Clients receive no result and can submit the request again. Look for "attempt failed" in the logs of the workers.',
    );
    this.#alarm(
      'DeadJobs',
      functions['dead-job'].function.metricInvocations({ period }),
      1,
      'Jobs failed because no worker could process them. Clients can submit them again. Look for errors in the logs of the workers.',
    );
    for (const name of jobQueueNames) this.#watchQueue(name, props);
    this.#alarm(
      'RendererErrors',
      functions.renderer.function.metricErrors({ period }),
      5,
      'The renderer crashes, times out or runs out of memory. Clients of /api/html receive 500 responses. Look for errors in the log of renderer.',
    );
    this.#alarm(
      'SweepErrors',
      functions.sweep.function.metricErrors({ period }),
      // Lambda repeats a failed sweep twice.
      6,
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
    addDashboard(this, props, throttles);
  }

  /** The alarms of one queue of jobs. */
  #watchQueue(name: JobQueueName, { functions, jobs }: MonitoringProps): void {
    const { prefix, worker, jobs: kind, parameter, redrive } = queueAlarms[name];
    const { queue, deadLetters } = jobs[name];
    this.#alarm(
      `${prefix}DeadLetters`,
      deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      1,
      `${kind} are in the dead-letter queue, and dead-job does not end them: clients see them as queued or processing. Look for errors in the log of dead-job, fix the cause, and run npm run redrive -- ${redrive}.`,
    );
    this.#alarm(
      `${prefix}WorkerErrors`,
      functions[worker].function.metricErrors({ period }),
      5,
      `The function ${worker} crashes or times out. Clients wait longer, because their jobs are retried, and fail after three attempts.`,
    );
    this.#alarm(
      prefix === '' ? 'OldJobs' : `Old${prefix}Jobs`,
      queue.metricApproximateAgeOfOldestMessage({ period }),
      // The metric includes the message that a worker is processing.
      longestWait + functions[worker].timeout,
      `${kind} wait for more than ten minutes. Clients see them as queued. Raise ${parameter}, or find out whether the worker fails.`,
    );
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
