import type { TableBlock } from './block.ts';
import type { Word } from './words.ts';

/** Words on one line that are not further apart than words of running text: a line of a column, or a cell of a table. */
export interface Segment {
  /** None if the segment is a whole table. */
  words: Word[];
  table?: TableBlock | undefined;
  left: number;
  right: number;
  /** Of its largest word. */
  base: number;
  size: number;
  top: number;
  bottom: number;
  /** Position in the content of the page. */
  order: number;
}

/** Distances in sizes of the font. Words that follow each other in the content may be further apart. */
const [neighbourGap, followerGap, baseShift] = [0.7, 1.2, 0.3];

/** Smaller text can be an exponent or an index. */
const similar = 0.85;

/** The height of a line above and below its baseline, in sizes of the font. */
const [ascent, descent] = [0.75, 0.2];

/** Divides the words of a page into segments. */
export function segmentsOf(words: readonly Word[]): Segment[] {
  const segments: Segment[] = [];
  let segment: Segment | undefined;
  let last: Word | undefined;
  for (const word of words) {
    if (segment && last && follows(segment, last, word)) extend(segment, [word], word);
    else segments.push((segment = begin(word)));
    last = word;
  }
  return joinNeighbours(segments);
}

function follows(segment: Segment, last: Word, word: Word): boolean {
  if (!isOnLine(segment, word)) return false;
  const gap = word.left >= last.left ? word.left - last.right : last.left - word.right;
  const size = Math.max(segment.size, word.size);
  // Content that goes back far enough begins a new line, or fills an earlier gap of this one.
  return gap < followerGap * size && gap > -size && (word.left >= last.left || gap > -0.3 * size);
}

type OnLine = Pick<Segment, 'base' | 'size'>;

/** Whether two texts are on one line. Smaller ones, such as exponents, may be higher or lower. */
function isOnLine(a: OnLine, b: OnLine): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (small.size >= similar * large.size) return Math.abs(a.base - b.base) <= baseShift * large.size;
  const [inner, outer] = [extentOf(small.base, small.size), extentOf(large.base, large.size)];
  const shared = Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top);
  return shared >= (inner.bottom - inner.top) / 2;
}

function begin(word: Word): Segment {
  const { left, right, base, size, order } = word;
  return { words: [word], left, right, base, size, order, ...extentOf(base, size) };
}

const extentOf = (base: number, size: number) => ({
  top: base - ascent * size,
  bottom: base + descent * size,
});

function extend(
  segment: Segment,
  words: readonly Word[],
  by: Pick<Segment, 'left' | 'right' | 'base' | 'size' | 'order'>,
): void {
  segment.words.push(...words);
  segment.left = Math.min(segment.left, by.left);
  segment.right = Math.max(segment.right, by.right);
  segment.order = Math.min(segment.order, by.order);
  if (by.size > segment.size) {
    segment.base = by.base;
    segment.size = by.size;
  }
  Object.assign(segment, extentOf(segment.base, segment.size));
}

/** Joins segments of one line that are close to each other, whatever their order in the content. */
function joinNeighbours(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const row of rowsOf(segments)) {
    let last: Segment | undefined;
    for (const segment of row) {
      if (last && isNeighbour(last, segment)) extend(last, segment.words, segment);
      else joined.push((last = segment));
    }
  }
  return joined;
}

function isNeighbour(last: Segment, segment: Segment): boolean {
  const size = Math.max(last.size, segment.size);
  const gap = segment.left - last.right;
  return gap < neighbourGap * size && gap > -baseShift * size && isOnLine(last, segment);
}

/** Groups segments by their line, from top to bottom, each from left to right. */
export function rowsOf<S extends Pick<Segment, 'base' | 'size' | 'left'>>(segments: readonly S[]): S[][] {
  const rows: { base: number; size: number; row: S[] }[] = [];
  for (const segment of [...segments].sort((a, b) => a.base - b.base || a.left - b.left)) {
    const last = rows.at(-1);
    if (last && isOnLine(last, segment)) {
      last.row.push(segment);
      if (segment.size > last.size) Object.assign(last, { base: segment.base, size: segment.size });
    } else rows.push({ base: segment.base, size: segment.size, row: [segment] });
  }
  return rows.map(({ row }) => row.sort((a, b) => a.left - b.left || a.base - b.base));
}
