import { AppError } from '../../base/app-error.ts';
import { allPages, pageIndices, type PageRange, pagesIn, resolvePageRanges } from '../../base/page-ranges.ts';

/**
 * The pages that ranges select, as indices from 0; all pages without ranges.
 *
 * @param requireCount checks how many they are before they are listed
 * @throws AppError `invalid-range` when a range is not in the document, and the errors of `requireCount`
 */
export function selectPages(
  { pages }: { pages: readonly unknown[] },
  ranges: readonly PageRange[] | undefined,
  requireCount: (count: number) => void,
): number[] {
  const { spans, errors } = resolvePageRanges(ranges ?? [allPages], pages.length);
  if (errors.length > 0) {
    throw AppError.inFields(
      'invalid-range',
      errors.map(({ message }) => ({ field: 'pages', message })),
    );
  }
  requireCount(pagesIn(spans));
  return spans.flatMap(pageIndices);
}
