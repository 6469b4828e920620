import { Dashboard, GraphWidget, type IMetric, Row } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { contracts } from '#lib/api/contracts.ts';
import { conversionResults } from '#lib/base/observability/conversion-metrics.ts';
import { conversionMetric, monitoringPeriod as period } from './conversion-metric.ts';
import type { MonitoringProps } from './monitoring.ts';
import { jobTypes } from '#lib/api/job-states.ts';
import { jobQueueNames } from '#lib/jobs/job-queue.ts';

/** The values of the `conversion` dimension: endpoints that respond with a result, and types of jobs. */
const conversions: readonly string[] = [
  ...new Set([
    ...contracts.filter(({ metered, responses }) => metered && 200 in responses).map(({ name }) => name),
    ...jobTypes,
  ]),
];

/** Adds a dashboard with the state of the service on one page. */
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
        'Jobs by queue: queued, and age of the oldest (s)',
        jobQueueNames.map((name) =>
          jobs[name].queue.metricApproximateNumberOfMessagesVisible({ period, label: name }),
        ),
        jobQueueNames.map((name) =>
          jobs[name].queue.metricApproximateAgeOfOldestMessage({ period, label: name }),
        ),
      ),
      graph(
        'Jobs: wait before the first attempt (ms), and internal errors',
        ['p50', 'p95'].map((statistic) =>
          conversionMetric(scope, 'queueMilliseconds', statistic).with({ label: statistic }),
        ),
        [conversionMetric(scope, 'failedJobs', 'Sum')],
      ),
      graph(
        'Webhooks: ready to send, and waiting for a retry',
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
        'Concurrent executions by function',
        all.map(([name, fn]) =>
          fn.metric('ConcurrentExecutions', { statistic: 'Maximum', period, label: name }),
        ),
      ),
    ),
  );
}
