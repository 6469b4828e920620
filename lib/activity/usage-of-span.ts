import { currentSpan } from '../base/observability/span.ts';
import type { ConversionUsage } from './activity.ts';

/** Returns what the current span, a completed conversion, adds to the usage of its key. */
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
