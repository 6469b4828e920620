import { AppError } from '../../../base/app-error.ts';
import { type PageRange, resolvePageRanges } from '../../../base/page-ranges.ts';
import type { PartPlan } from './part-plan.ts';

/**
 * One part for each range, in their order.
 *
 * @throws AppError `invalid-range` naming each range that is not in the document
 */
export function planRanges(pageCount: number, ranges: readonly PageRange[]): PartPlan[] {
  const { spans, errors } = resolvePageRanges(ranges, pageCount);
  if (errors.length === 0) return spans.map((span) => ({ span }));
  throw AppError.inFields(
    'invalid-range',
    errors.map(({ message }) => ({ field: 'ranges', message })),
  );
}
