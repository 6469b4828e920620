import { AppError } from '../../../base/app-error.ts';
import { limits } from '../../../base/limits.ts';
import { pageCountText } from '../../../base/page-ranges.ts';
import type { AssembledDocument } from '../../../engines/pdf/assembly/assemble.ts';
import { PageWeights } from '../../../engines/pdf/assembly/weights/page-weights.ts';
import type { PdfSource } from '../../../engines/pdf/reader/pdf-source.ts';
import { fillParts } from './fill-parts.ts';
import type { AssembledPart, AssemblePart } from './part-plan.ts';

/**
 * Assembles parts with as many pages as fit into `maxBytes`, in order. A page that does not fit on its own is a part with
 * the warning `size-exceeded`.
 *
 * @throws AppError `invalid-field` when there are too many parts, and the errors of `assemblePart`
 */
export function assembleBySize(
  source: PdfSource,
  maxBytes: number,
  assemblePart: AssemblePart,
): AssembledPart[] {
  const pageCount = source.pages.length;
  const parts: AssembledPart[] = [];
  const filled = fillParts<AssembledDocument | AppError>({
    pageCount,
    maxBytes,
    weights: new PageWeights(source),
    make(start, count) {
      try {
        return assemblePart({ first: start + 1, last: start + count });
      } catch (error) {
        // An option may need more pages than there are in this attempt.
        if (error instanceof AppError) return error;
        throw error;
      }
    },
    sizeOf: (made) => (made instanceof AppError ? undefined : made.byteLength),
  });
  for (const { start, count, made } of filled) {
    if (parts.length === limits.splitParts) throw tooManyParts(start, pageCount);
    if (made instanceof AppError) throw made;
    const span = { first: start + 1, last: start + count };
    parts.push({ span, document: made.byteLength > maxBytes ? withWarning(made, span.first) : made });
  }
  return parts;
}

const tooManyParts = (start: number, pageCount: number): AppError => {
  const found = `the limit of ${limits.splitParts} parts holds only ${start} of ${pageCountText(pageCount)}`;
  return AppError.inField('invalid-field', 'maxBytes', `must be larger: ${found}`);
};

function withWarning(document: AssembledDocument, page: number): AssembledDocument {
  const message = `page ${page} has ${document.byteLength} bytes on its own, more than maxBytes`;
  const warnings = [...document.warnings, { code: 'size-exceeded' as const, message, part: 0 }];
  return { ...document, warnings };
}
