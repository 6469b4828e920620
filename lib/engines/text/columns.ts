import { rowsOf, type Segment } from './segments.ts';

/** Fewer lines than this are no column beside lines of the same height. */
const leastLines = 3;

/** The share of lines at the same height as one in the other part from which the parts can be a table. */
const alignedShare = 0.7;

/** The share of the width of a column that lines of running text fill on average. */
const filledShare = 0.6;

/** Words of an average line of running text in a narrow column. */
const leastWords = 3;

/**
 * Whether two parts beside each other are columns, which are read one after another, or the cells of a table and the
 * labels of a form, which are read row by row. A table that is known is no part of another.
 */
export function areColumns(left: readonly Segment[], right: readonly Segment[]): boolean {
  if (!areBeside(left, right)) return false;
  if (hasTableBeside(left, right) || hasTableBeside(right, left)) return true;
  const [fewer, more] = left.length <= right.length ? [left, right] : [right, left];
  if (alignedLines(fewer, more) < alignedShare * fewer.length) return true;
  return [left, right].every(isRunningText);
}

/** The share of the height of a line that it shares with one beside it at least. */
const sharedHeight = 0.3;

/** Whether a line of one part is at the height of a line of the other. Indented lines below others are not. */
function areBeside(left: readonly Segment[], right: readonly Segment[]): boolean {
  const sides = [left, right].map((segments, side) => segments.map((segment) => ({ segment, side })));
  const bottoms = [-Infinity, -Infinity];
  for (const { segment, side } of sides.flat().sort((a, b) => a.segment.top - b.segment.top)) {
    const { top, bottom } = segment;
    if ((bottoms[1 - side] ?? 0) > top + sharedHeight * (bottom - top)) return true;
    bottoms[side] = Math.max(bottoms[side] ?? 0, bottom);
  }
  return false;
}

/** Whether some of `others` are at the height of a table in `some`. */
const hasTableBeside = (some: readonly Segment[], others: readonly Segment[]): boolean =>
  some.some(
    ({ table, top, bottom }) => table && others.some((other) => other.top < bottom && other.bottom > top),
  );

function isRunningText(segments: readonly Segment[]): boolean {
  const lines = rowsOf(segments);
  if (lines.length < leastLines) return false;
  const start = Math.min(...segments.map((segment) => segment.left));
  const width = Math.max(...segments.map((segment) => segment.right)) - start;
  const total = (amount: (segment: Segment) => number): number =>
    segments.reduce((sum, segment) => sum + amount(segment), 0);
  const filled = total((segment) => segment.right - segment.left) / lines.length;
  return filled >= filledShare * width && total(({ words }) => words.length) / lines.length >= leastWords;
}

/** The number of segments of `some` at the height of one of `others`. */
function alignedLines(some: readonly Segment[], others: readonly Segment[]): number {
  const bases = others.map(({ base }) => base).sort((a, b) => a - b);
  let at = 0;
  let count = 0;
  for (const { base, size } of [...some].sort((a, b) => a.base - b.base)) {
    const tolerance = 0.2 * size;
    while ((bases[at] ?? Infinity) < base - tolerance) at += 1;
    if ((bases[at] ?? Infinity) <= base + tolerance) count += 1;
  }
  return count;
}
