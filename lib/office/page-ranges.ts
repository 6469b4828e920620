import { type PageRange, PageRangeError, parsePageRanges } from '../pdf/page-ranges.ts';

/** Items of one list; each can name the whole document once more. */
export const maxPageRanges = 100;
/** No office document has more; far higher numbers overflow in LibreOffice without a word. */
const maxPage = 100_000;

/**
 * Reads `pageRanges` of an office conversion, the service's own syntax without `-n`: how many pages a document has is
 * known only when it has been laid out, and to LibreOffice `-n` means the first n pages.
 *
 * @returns the list as LibreOffice's `PageRange` takes it: `1-3,5,7-`
 * @throws PageRangeError naming the item at fault
 */
export function officePageRanges(list: string): string {
  const ranges = parsePageRanges(list);
  if (ranges.length > maxPageRanges) {
    throw new PageRangeError(`has ${ranges.length} ranges; at most ${maxPageRanges} are allowed`);
  }
  return ranges.map(asWritten).join(',');
}

function asWritten(range: PageRange): string {
  if (range.kind === 'last') {
    throw new PageRangeError(
      `'${range.text}' counts from the end, which office documents do not allow: write n, n-m or n- (to the end)`,
    );
  }
  const highest = range.kind === 'from' ? range.first : range.last;
  if (highest > maxPage) throw new PageRangeError(`page ${highest} is past the highest allowed, ${maxPage}`);
  if (range.kind === 'from') return `${range.first}-`;
  return range.first === range.last ? String(range.first) : `${range.first}-${range.last}`;
}
