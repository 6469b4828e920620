import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';

export interface MonitoringProps {
  api: RestApi;
  functions: ReadonlyMap<string, LambdaFunction>;
  /** Gets a mail for every alarm. */
  alarmEmail: string | undefined;
}

/** The dashboard, and alarms that say what they mean to users. */
export class Monitoring extends Construct {
  readonly #topic: Topic | undefined;

  constructor(scope: Construct, id: string, { api, functions, alarmEmail }: MonitoringProps) {
    super(scope, id);
    if (alarmEmail) {
      this.#topic = new Topic(this, 'Alarms', { enforceSSL: true });
      this.#topic.addSubscription(new EmailSubscription(alarmEmail));
    }
    const period = Duration.minutes(5);
    const all = [...functions.entries()];
    const sum = (metricOf: (fn: LambdaFunction) => IMetric, label: string): IMetric =>
      new MathExpression({
        expression: 'SUM(METRICS())',
        label,
        period,
        usingMetrics: Object.fromEntries(all.map(([, fn], index) => [`m${index}`, metricOf(fn)])),
      });
    const serverErrors = api.metricServerError({ statistic: 'Sum', period });
    const throttles = sum((fn) => fn.metricThrottles({ period }), 'throttled invocations');

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
      'Clients get 500 answers because the account has no free concurrency. Raise the Lambda concurrency quota.',
    );

    new Dashboard(this, 'Dashboard').addWidgets(
      new GraphWidget({
        title: 'Requests',
        left: [api.metricCount({ period }), api.metricClientError({ period }), serverErrors],
      }),
      new GraphWidget({
        title: 'Latency (ms, p50 and p95)',
        left: [
          api.metricLatency({ statistic: 'p50', period }),
          api.metricLatency({ statistic: 'p95', period }),
        ],
      }),
      new GraphWidget({
        title: 'Duration by function (ms, p95)',
        left: all.map(([name, fn]) => fn.metricDuration({ statistic: 'p95', period, label: name })),
      }),
      new GraphWidget({
        title: 'Errors by function',
        left: [...all.map(([name, fn]) => fn.metricErrors({ period, label: name })), throttles],
      }),
    );
  }

  #alarm(id: string, metric: IMetric, threshold: number, impact: string): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: impact,
    });
    if (this.#topic) alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}
