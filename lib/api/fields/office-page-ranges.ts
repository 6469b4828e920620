import { PageRangeError, parsePageRanges, unresolvedRanges } from '../../base/page-ranges.ts';

/** Items of one list; each can name the whole document once more. */
export const maxPageRanges = 100;

/**
 * Reads `pageRanges` of an office conversion, the service's own syntax without `-n`, which to LibreOffice means the first
 * n pages.
 *
 * @returns the list as LibreOffice's `PageRange` takes it: `1-3,5,7-`
 * @throws PageRangeError naming the item at fault
 */
export function officePageRanges(list: string): string {
  const ranges = parsePageRanges(list);
  if (ranges.length > maxPageRanges) {
    throw new PageRangeError(`has ${ranges.length} ranges; at most ${maxPageRanges} are allowed`);
  }
  return unresolvedRanges(ranges);
}
