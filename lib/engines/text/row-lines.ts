import type { Line } from './lines.ts';

/** A cell that has text, and where its column ends. */
export interface FilledCell {
  lines: readonly Line[];
  left: number;
  right: number;
}

/** Fewer lines at the same heights can be wrapped text that has the same length by chance. */
const leastLines = 3;

/** How far lines of one row may be apart vertically, in sizes of the font. */
const baseShift = 0.3;

/** Space between text and the edge of its cell, in points. */
const mostPadding = 10;

/**
 * Whether each line of these cells is a row of the table, whose rules separate columns only: all cells have lines at the
 * same heights, and the lines of one of them end although there is room for the next word.
 */
export function areRowsOfLines(cells: readonly FilledCell[]): boolean {
  const [first] = cells;
  if (!first || cells.length < 2 || first.lines.length < leastLines) return false;
  const isAligned = cells.every(
    ({ lines }) =>
      lines.length === first.lines.length &&
      lines.every((line, index) => isAtHeight(line, first.lines[index])),
  );
  return isAligned && cells.some(hasRoom);
}

const isAtHeight = (line: Line, other: Line | undefined): boolean =>
  other !== undefined && Math.abs(line.base - other.base) <= baseShift * Math.max(line.size, other.size);

/** Whether no line of a cell is wrapped. */
function hasRoom({ lines, left, right }: FilledCell): boolean {
  const start = Math.min(...lines.map((line) => line.left));
  // The padding is the same on both sides. Text in the middle has more space.
  const end = right - Math.min(mostPadding, Math.max(0, start - left));
  return lines.slice(1).every((next, index) => {
    const before = lines[index];
    return before !== undefined && before.right + widthOfFirstWord(next) < end;
  });
}

/** With the space before it. */
function widthOfFirstWord({ text, left, right }: Line): number {
  const end = text.search(/\s/);
  return ((right - left) * ((end < 0 ? text.length : end) + 1)) / Math.max(1, text.length);
}
