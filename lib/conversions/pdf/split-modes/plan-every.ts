import { limits } from '../../../base/limits.ts';
import { type PartPlan, requirePartLimit } from './part-plan.ts';

/**
 * Parts of `length` pages. The last can be shorter.
 *
 * @throws AppError `invalid-field` when there are too many
 */
export function planEvery(pageCount: number, length: number): PartPlan[] {
  const count = Math.ceil(pageCount / length);
  requirePartLimit(count, 'span', `must be at least ${Math.ceil(pageCount / limits.splitParts)}`);
  return Array.from({ length: count }, (_, index) => ({
    span: { first: index * length + 1, last: Math.min((index + 1) * length, pageCount) },
  }));
}
