import { PageRangeError, parsePageRanges, unresolvedRanges } from '../../base/page-ranges.ts';

/** Maximum number of items in a list. Each can include the whole document once more. */
export const maxPageRanges = 100;

/**
 * Parses `pageRanges` of an office conversion: the service's own syntax without `-n`, which LibreOffice takes for the
 * first n pages.
 *
 * @returns the list in the format of LibreOffice's `PageRange`: `1-3,5,7-`
 * @throws PageRangeError when an item is invalid, naming the item
 */
export function officePageRanges(list: string): string {
  const ranges = parsePageRanges(list);
  if (ranges.length > maxPageRanges) {
    throw new PageRangeError(`must have at most ${maxPageRanges} ranges, not ${ranges.length}`);
  }
  return unresolvedRanges(ranges);
}
