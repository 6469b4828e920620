import { shortened } from './shortened.ts';

/** Pages `first` to `last`, counted from 1, both inclusive. */
export interface PageSpan {
  first: number;
  last: number;
}

/** One item of a range list as written, before the page count is known. */
export type PageRange = { text: string } & (
  | { kind: 'span'; first: number; last: number }
  /** `n-`: to the end. */
  | { kind: 'from'; first: number }
  /** `-n`: the last n pages. */
  | { kind: 'last'; count: number }
);

/** The range of all pages. */
export const allPages: PageRange = { kind: 'from', text: '1-', first: 1 };

/** An item that is not a range, or is outside this document. `message` names the item. */
export class PageRangeError extends RangeError {
  override readonly name = 'PageRangeError';
}

/** The longest list, in characters: far more than hundreds of ranges need. */
export const maxRangesLength = 4096;

const hint = 'write n, n-m, n- (to the end) or -n (the last n pages)';

/**
 * Parses a comma-separated list such as `1-3, 5, 7-, -2`. Spaces around an item are allowed. Items may overlap and
 * repeat.
 *
 * @throws PageRangeError when an item is not a range, naming the first, or when the list has more than 4,096 characters
 */
export function parsePageRanges(list: string): PageRange[] {
  if (list.length > maxRangesLength) {
    throw new PageRangeError(`must have at most ${maxRangesLength} characters, not ${list.length}`);
  }
  return list.split(',').map((item, index) => parseItem(item.trim(), index));
}

function parseItem(text: string, index: number): PageRange {
  if (text === '') throw new PageRangeError(`item ${index + 1} is empty: ${hint}`);
  const match = /^(?:(?<first>\d+)(?:(?<dash>-)(?<end>\d+)?)?|-(?<count>\d+))$/.exec(text);
  const { first, dash, end, count } = match?.groups ?? {};
  const last = end ?? count;
  const short = shown(text);
  if (!match) throw new PageRangeError(`'${short}' is not a range: ${hint}`);
  if (Number(first) === 0 || Number(last) === 0) {
    throw new PageRangeError(`'${short}' includes page 0: page numbers start at 1`);
  }
  if (first === undefined) return { kind: 'last', text: short, count: Number(last) };
  if (!dash) return { kind: 'span', text: short, first: Number(first), last: Number(first) };
  if (last === undefined) return { kind: 'from', text: short, first: Number(first) };
  if (Number(last) < Number(first)) throw new PageRangeError(`'${short}' ends before it starts`);
  return { kind: 'span', text: short, first: Number(first), last: Number(last) };
}

/**
 * Returns the pages that `range` selects in a document with `pageCount` pages.
 *
 * @throws PageRangeError when the range exceeds the document at either end
 */
export function resolvePageRange(range: PageRange, pageCount: number): PageSpan {
  const span =
    range.kind === 'last'
      ? { first: pageCount - range.count + 1, last: pageCount }
      : { first: range.first, last: range.kind === 'from' ? pageCount : range.last };
  if (span.first < 1 || span.first > pageCount || span.last > pageCount) {
    throw new PageRangeError(
      `'${range.text}' is past the end of the document, which has ${pageCountText(pageCount)}`,
    );
  }
  return span;
}

/** `1 page`, `3 pages`. */
export const pageCountText = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

/** The pages that `ranges` select, and an error for each range that exceeds the document. */
export function resolvePageRanges(
  ranges: readonly PageRange[],
  pageCount: number,
): { spans: PageSpan[]; errors: PageRangeError[] } {
  const errors: PageRangeError[] = [];
  const spans = ranges.flatMap((range) => {
    try {
      return [resolvePageRange(range, pageCount)];
    } catch (error) {
      if (!(error instanceof PageRangeError)) throw error;
      errors.push(error);
      return [];
    }
  });
  return { spans, errors };
}

/** The number of pages in `spans`. */
export const pagesIn = (spans: readonly PageSpan[]): number =>
  spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** `3` or `1-3`. */
export const spanText = ({ first, last }: PageSpan): string =>
  first === last ? String(first) : `${first}-${last}`;

/** No rendered document has more. Far higher numbers overflow in the engines without an error. */
const maxPage = 100_000;

/**
 * Formats a list for LibreOffice and Chromium, for a document whose page count is unknown before layout: `1-3,5,7-`.
 *
 * @throws PageRangeError when an item is `-n`, which needs the page count, or a page is past 100,000
 */
export const unresolvedRanges = (ranges: readonly PageRange[]): string => ranges.map(unresolved).join(',');

function unresolved(range: PageRange): string {
  if (range.kind === 'last') {
    throw new PageRangeError(
      `'${range.text}' counts from the end, and the number of pages is not known yet: write n, n-m or n- (to the end)`,
    );
  }
  const highest = range.kind === 'from' ? range.first : range.last;
  if (highest > maxPage) throw new PageRangeError(`page ${highest} is above the maximum, ${maxPage}`);
  return range.kind === 'from' ? `${range.first}-` : spanText(range);
}

/** The page indices of a span, counted from 0. */
export const pageIndices = ({ first, last }: PageSpan): number[] =>
  Array.from({ length: last - first + 1 }, (_, offset) => first - 1 + offset);

const shown = (text: string): string => shortened(text, 41);
