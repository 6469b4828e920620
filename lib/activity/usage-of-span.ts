import { currentSpan } from '../base/observability/span.ts';
import type { ConversionUsage } from './activity.ts';

/** Returns the usage of the current span, if it is a conversion that has completed. */
export function usageOfSpan(operation: string): ConversionUsage {
  const span = currentSpan();
  return {
    operation,
    documents: span?.documents ?? 1,
    bytesIn: span?.bytes.input ?? 0,
    bytesOut: span?.bytes.output ?? 0,
    milliseconds: span?.milliseconds ?? 0,
  };
}
