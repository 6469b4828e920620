import { Dashboard, GraphWidget, type IMetric, Row } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { contracts } from '#lib/api/contracts.ts';
import { conversionResults } from '#lib/base/observability/conversion-metrics.ts';
import { conversionMetric, monitoringPeriod as period } from './conversion-metric.ts';
import type { MonitoringProps } from './monitoring.ts';
import { jobTypes } from '#lib/api/job-states.ts';
import { jobQueueNames } from '#lib/jobs/job-queue.ts';

/** All conversions by the names that metrics have: endpoints that answer with a result, and jobs by their type. */
const conversions: readonly string[] = [
  ...new Set([
    ...contracts.filter(({ metered, responses }) => metered && 200 in responses).map(({ name }) => name),
    ...jobTypes,
  ]),
];

/** One page for a look at how the service is doing. */
export function addDashboard(
  scope: Construct,
  { api, functions, jobs, webhooks }: MonitoringProps,
  throttles: IMetric,
): void {
  const all = Object.entries(functions).map(([name, { function: fn }]) => [name, fn] as const);
  const byConversion = (metric: string, statistic: string): IMetric[] =>
    conversions.map((conversion) =>
      conversionMetric(scope, metric, statistic, { conversion }).with({ label: conversion }),
    );
  const graph = (title: string, left: IMetric[], right: IMetric[] = []): GraphWidget =>
    new GraphWidget({ title, left, right, width: 8 });

  new Dashboard(scope, 'Dashboard').addWidgets(
    new Row(
      ...conversionResults.map((result) =>
        graph(
          `Conversions ${result}`,
          conversions.map((conversion) =>
            conversionMetric(scope, 'conversions', 'Sum', { conversion, result }).with({ label: conversion }),
          ),
        ),
      ),
    ),
    new Row(
      graph('Conversions: p50 (ms)', byConversion('milliseconds', 'p50')),
      graph('Conversions: p95 (ms)', byConversion('milliseconds', 'p95')),
      graph(
        'Bytes in and out',
        ['inputBytes', 'outputBytes'].map((metric) =>
          conversionMetric(scope, metric, 'Sum').with({ label: metric }),
        ),
      ),
    ),
    new Row(
      graph('Requests', [
        api.metricCount({ period }),
        api.metricClientError({ period }),
        api.metricServerError({ statistic: 'Sum', period }),
      ]),
      graph('Latency of all requests (ms)', [
        api.metricLatency({ statistic: 'p50', period }),
        api.metricLatency({ statistic: 'p95', period }),
      ]),
      graph('Errors by function, and throttles', [
        ...all.map(([name, fn]) => fn.metricErrors({ period, label: name })),
        throttles,
      ]),
    ),
    new Row(
      graph(
        'Jobs waiting by queue, and seconds that the oldest waits',
        jobQueueNames.map((name) =>
          jobs[name].queue.metricApproximateNumberOfMessagesVisible({ period, label: name }),
        ),
        jobQueueNames.map((name) =>
          jobs[name].queue.metricApproximateAgeOfOldestMessage({ period, label: name }),
        ),
      ),
      graph(
        'Jobs: wait before the first attempt (ms), and failed through a fault of the service',
        ['p50', 'p95'].map((statistic) =>
          conversionMetric(scope, 'queueMilliseconds', statistic).with({ label: statistic }),
        ),
        [conversionMetric(scope, 'failedJobs', 'Sum')],
      ),
      graph(
        'Webhooks to send, and those that wait for another attempt',
        [webhooks.queue.metricApproximateNumberOfMessagesVisible({ period })],
        [webhooks.queue.metricApproximateNumberOfMessagesNotVisible({ period })],
      ),
    ),
    new Row(
      graph(
        'Duration by function (ms, p95)',
        all.map(([name, fn]) => fn.metricDuration({ statistic: 'p95', period, label: name })),
      ),
      graph(
        'Functions at work at the same time',
        all.map(([name, fn]) =>
          fn.metric('ConcurrentExecutions', { statistic: 'Maximum', period, label: name }),
        ),
      ),
    ),
  );
}
