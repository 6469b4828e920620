import { Logger } from '@aws-lambda-powertools/logger';
import { conversionMetrics, type ConversionMeasures } from './conversion-metrics.ts';
import { currentIds, currentSpan } from './span.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The single logger of the functions. Each line has the ids of its span. */
export class SpanLog {
  readonly #logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #metricsNamespace: string | undefined;

  constructor(logger: Pick<Logger, 'info' | 'warn' | 'error'>, metricsNamespace?: string) {
    this.#logger = logger;
    this.#metricsNamespace = metricsNamespace;
  }

  info(message: string, fields: Fields = {}): void {
    this.#logger.info(message, { ...currentIds(), ...fields });
  }

  warn(message: string, fields: Fields = {}): void {
    this.#logger.warn(message, { ...currentIds(), ...fields });
  }

  /** @param fields with the error as `error`, which is written with its causes and stacks */
  error(message: string, fields: Fields = {}): void {
    this.#logger.error(message, { ...currentIds(), ...fields });
  }

  /**
   * Writes the line that ends a span: its duration, stages and bytes.
   *
   * @param conversion if the span was one; the same line then feeds the metrics
   */
  close(
    message: string,
    fields: Fields,
    conversion?: Omit<ConversionMeasures, 'milliseconds' | 'inputBytes' | 'outputBytes'>,
  ): void {
    const span = currentSpan();
    const taken = {
      milliseconds: span?.milliseconds ?? 0,
      inputBytes: span?.bytes.input,
      outputBytes: span?.bytes.output,
    };
    this.info(message, {
      ...fields,
      ...taken,
      ...(span && Object.keys(span.stopwatch.stages).length > 0 ? { stages: span.stopwatch.stages } : {}),
      ...(conversion && this.#metricsNamespace
        ? conversionMetrics(this.#metricsNamespace, { ...conversion, ...taken })
        : conversion),
    });
  }
}

/**
 * Opens the log of a function.
 *
 * @param METRICS_NAMESPACE of the metrics in CloudWatch; without it, there are no metrics
 */
export const openLog = (serviceName: string, { METRICS_NAMESPACE }: NodeJS.ProcessEnv): SpanLog =>
  new SpanLog(new Logger({ serviceName }), METRICS_NAMESPACE);
