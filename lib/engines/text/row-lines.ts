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
 * Divides cells into the lines of their row if each is a row of the table, whose rules separate columns only: half of the
 * cells have lines at the same heights, those of one end although there is room for the next word, and so do those of
 * cells with fewer lines.
 *
 * @returns the line of each cell in each row; undefined if the cells are one row
 */
export function rowsOfLines(cells: readonly FilledCell[]): (Line | undefined)[][] | undefined {
  const most = Math.max(0, ...cells.map(({ lines }) => lines.length));
  const full = cells.filter(({ lines }) => lines.length === most);
  const [first] = full;
  if (!first || most < leastLines || full.length < 2 || full.length < cells.length / 2) return undefined;
  if (!full.some(hasRoom) || !cells.every((cell) => full.includes(cell) || hasRoom(cell))) return undefined;
  const byCell = cells.map(({ lines }) => linesAtHeights(lines, first.lines));
  if (!byCell.every((lines) => lines !== undefined)) return undefined;
  return first.lines.map((_, row) => byCell.map((lines) => lines[row]));
}

/** Lines by the line at their height; undefined if one is at none. */
function linesAtHeights(lines: readonly Line[], heights: readonly Line[]): (Line | undefined)[] | undefined {
  let next = 0;
  const placed = heights.map((height) => {
    const line = lines[next];
    if (!line || !isAtHeight(line, height)) return undefined;
    next += 1;
    return line;
  });
  return next === lines.length ? placed : undefined;
}

const isAtHeight = (line: Line, other: Line): boolean =>
  Math.abs(line.base - other.base) <= baseShift * Math.max(line.size, other.size);

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
