import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { conversionMetricSets, type ConversionResult } from '#lib/base/observability/conversion-metrics.ts';
import { metricsNamespace } from './service-function.ts';

/** How finely alarms and graphs look. */
export const monitoringPeriod = Duration.minutes(5);

/**
 * A metric that the functions make by their log lines.
 *
 * @throws Error when they make none of that name by just these dimensions: a graph of it would stay empty
 */
export function conversionMetric(
  scope: Construct,
  metricName: string,
  statistic: string,
  dimensions: { conversion?: string; result?: ConversionResult } = {},
): Metric {
  const names = Object.keys(dimensions).sort().join();
  const known = conversionMetricSets.some(
    (set) => metricName in set.metrics && [...set.dimensions].sort().join() === names,
  );
  if (!known) throw new Error(`No function makes a metric ${metricName} by ${names || 'nothing'}`);
  return new Metric({
    namespace: metricsNamespace(scope),
    metricName,
    statistic,
    period: monitoringPeriod,
    dimensionsMap: dimensions,
  });
}
