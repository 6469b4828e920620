import { AppError } from '../../../base/app-error.ts';
import { limits } from '../../../base/limits.ts';
import type { PageSpan } from '../../../base/page-ranges.ts';
import type { AssembledDocument } from '../../../engines/pdf/assembly/assemble.ts';

/** A part of a split before it is assembled. */
export interface PartPlan {
  span: PageSpan;
  /** The title that the part is named after; its pages if absent. */
  title?: string | undefined;
}

export interface AssembledPart extends PartPlan {
  document: AssembledDocument;
}

/** Assembles the part with these pages. */
export type AssemblePart = (span: PageSpan) => AssembledDocument;

/**
 * Checks the number of parts.
 *
 * @param field leads to that number
 * @param remedy what would be valid: `must be at least 25`
 * @throws AppError `invalid-field`
 */
export function requirePartLimit(count: number, field: string, remedy: string): void {
  if (count <= limits.splitParts) return;
  const message = `${remedy}: the split would create ${count} parts; the limit is ${limits.splitParts}`;
  throw AppError.inField('invalid-field', field, message);
}
