import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { conversionMetricSets, type ConversionResult } from '#lib/base/observability/conversion-metrics.ts';
import { metricsNamespace } from './service-function.ts';

/** The period of alarms and graphs. */
export const monitoringPeriod = Duration.minutes(5);

/**
 * A metric that the functions publish through their log lines.
 *
 * @throws Error when no function publishes it with exactly these dimensions, because its graph would stay empty
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
  if (!known) throw new Error(`No function publishes the metric ${metricName} with dimensions [${names}]`);
  return new Metric({
    namespace: metricsNamespace(scope),
    metricName,
    statistic,
    period: monitoringPeriod,
    dimensionsMap: dimensions,
  });
}
