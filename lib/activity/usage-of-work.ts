import { currentWork } from '../base/observability/work.ts';
import type { ConversionUsage } from './activity.ts';

/** Returns the usage of the current span, if it is a conversion that has completed. */
export function usageOfWork(operation: string): ConversionUsage {
  const work = currentWork();
  return {
    operation,
    documents: work?.documents ?? 1,
    bytesIn: work?.bytes.input ?? 0,
    bytesOut: work?.bytes.output ?? 0,
    milliseconds: work?.milliseconds ?? 0,
  };
}
