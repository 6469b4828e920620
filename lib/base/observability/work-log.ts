import { Logger } from '@aws-lambda-powertools/logger';
import { conversionMetrics, type ConversionMeasures } from './conversion-metrics.ts';
import { currentIds, currentWork } from './work.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The one place through which the functions write lines. Each line has the ids of the work that it is about. */
export class WorkLog {
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

  /** @param fields what went wrong as `error`: its causes and stacks are written too */
  error(message: string, fields: Fields = {}): void {
    this.#logger.error(message, { ...currentIds(), ...fields });
  }

  /**
   * The one line that ends a piece of work: how long it and its stages took, and how many bytes it had.
   *
   * @param conversion when it was one: the same line then feeds the metrics
   */
  close(
    message: string,
    fields: Fields,
    conversion?: Omit<ConversionMeasures, 'milliseconds' | 'inputBytes' | 'outputBytes'>,
  ): void {
    const work = currentWork();
    const taken = {
      milliseconds: work?.milliseconds ?? 0,
      inputBytes: work?.bytes.input,
      outputBytes: work?.bytes.output,
    };
    this.info(message, {
      ...fields,
      ...taken,
      ...(work && Object.keys(work.stopwatch.stages).length > 0 ? { stages: work.stopwatch.stages } : {}),
      ...(conversion && this.#metricsNamespace
        ? conversionMetrics(this.#metricsNamespace, { ...conversion, ...taken })
        : conversion),
    });
  }
}

/**
 * The log of a function.
 *
 * @param METRICS_NAMESPACE of the metrics in CloudWatch; there are none without it
 */
export const openLog = (serviceName: string, { METRICS_NAMESPACE }: NodeJS.ProcessEnv): WorkLog =>
  new WorkLog(new Logger({ serviceName }), METRICS_NAMESPACE);
