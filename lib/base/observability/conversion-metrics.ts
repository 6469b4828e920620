/** The outcome of a conversion: a result, a fault of the client, or a fault of the service. */
export const conversionResults = ['completed', 'rejected', 'failed'] as const;
export type ConversionResult = (typeof conversionResults)[number];

/** The measurements of one conversion. */
export interface ConversionMeasures {
  /** `merge-pdf`, `html-url`, `docx-to-pdf`: from a closed list, because each adds a metric that costs money. */
  conversion: string;
  result: ConversionResult;
  /** Duration of the request, or of the attempt that ended the job. */
  milliseconds: number;
  /** Time from a job's acceptance to its first attempt. */
  queueMilliseconds?: number | undefined;
  inputBytes?: number | undefined;
  outputBytes?: number | undefined;
  /** 1 for a job that ended with `internal-error`. */
  failedJobs?: 1 | undefined;
}

type Measure = Exclude<keyof ConversionMeasures, 'conversion' | 'result'> | 'conversions';

/** The metrics by their dimensions. There are few, since CloudWatch charges for each combination that occurs. */
export const conversionMetricSets: readonly {
  dimensions: readonly (keyof ConversionMeasures)[];
  metrics: Partial<Readonly<Record<Measure, 'Count' | 'Milliseconds' | 'Bytes'>>>;
}[] = [
  { dimensions: ['conversion', 'result'], metrics: { conversions: 'Count' } },
  { dimensions: ['conversion'], metrics: { milliseconds: 'Milliseconds' } },
  {
    dimensions: [],
    metrics: {
      queueMilliseconds: 'Milliseconds',
      inputBytes: 'Bytes',
      outputBytes: 'Bytes',
      failedJobs: 'Count',
    },
  },
];

/**
 * Returns the members that turn a log line into metrics: CloudWatch extracts them from the log, without an API call.
 *
 * @see
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function conversionMetrics(
  namespace: string,
  measures: ConversionMeasures,
  now: number = Date.now(),
): Record<string, unknown> {
  const values: Record<string, unknown> = { ...measures, conversions: 1 };
  return {
    ...values,
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: conversionMetricSets
        .map(({ dimensions, metrics }) => ({
          Namespace: namespace,
          Dimensions: [dimensions],
          Metrics: Object.entries(metrics)
            .filter(([name]) => values[name] !== undefined)
            .map(([Name, Unit]) => ({ Name, Unit })),
        }))
        .filter(({ Metrics }) => Metrics.length > 0),
    },
  };
}
