import type { Rule } from './glyph.ts';
import {
  distinctPlaces,
  linesOfRules,
  type MeetingLines,
  meetingLines,
  type RuleLine,
  tolerance,
} from './rule-lines.ts';

/** A table as rules draw it. */
export interface Grid {
  /** The edges of its columns from the left, and of its rows from the top. In points. */
  columns: readonly number[];
  rows: readonly number[];
  /** All cells, from the first row. Together they cover the grid. */
  cells: readonly GridCell[];
}

/** A cell that takes some rows and columns, counted from 0. */
export interface GridCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
}

/** Parts of a grid that are read. Tables on one page have fewer. */
const mostParts = 20_000;

/** The share of the edge of a cell that a line must cover to separate it from the next one. */
const separatingShare = 0.6;

/** Finds the grids that rules draw. Lines whose areas are no rectangles are a drawing. */
export const gridsOf = (rules: readonly Rule[]): Grid[] =>
  meetingLines(linesOfRules(rules)).flatMap((lines) => gridOf(lines) ?? []);

function gridOf({ horizontal, vertical }: MeetingLines): Grid | undefined {
  // The sides of a table can be open.
  const columns = distinctPlaces([...vertical.map(({ at }) => at), ...endsOf(horizontal)]);
  const rows = distinctPlaces([...horizontal.map(({ at }) => at), ...endsOf(vertical)]);
  const [width, height] = [columns.length - 1, rows.length - 1];
  if (width < 2 || height < 2 || width * height > mostParts) return undefined;
  const cells = rectangles({
    width,
    height,
    isOpenBelow: openings(horizontal, rows, columns),
    isOpenRight: openings(vertical, columns, rows),
  });
  return cells && { columns, rows, cells };
}

function endsOf(lines: readonly RuleLine[]): [number, number] {
  let [from, to] = [Infinity, -Infinity];
  for (const line of lines) {
    from = Math.min(from, line.from);
    to = Math.max(to, line.to);
  }
  return [from, to];
}

/**
 * Finds the parts of a grid that no line separates.
 *
 * @param across edges that the lines are at
 * @param along edges of the parts along a line
 * @returns whether the part before the edge `index + 1` and the one after it are open to each other at `part`
 */
function openings(
  lines: readonly RuleLine[],
  across: readonly number[],
  along: readonly number[],
): (index: number, part: number) => boolean {
  const closed = new Set<number>();
  for (const { at, from, to } of lines) {
    const edge = indexOfPlace(across, at);
    for (let part = Math.max(0, indexOfPlace(along, from) - 1); part < along.length - 1; part += 1) {
      const [start, end] = [along[part] as number, along[part + 1] as number];
      if (start > to) break;
      if (Math.min(end, to) - Math.max(start, from) >= separatingShare * (end - start))
        closed.add(edge * along.length + part);
    }
  }
  return (index, part) => !closed.has((index + 1) * along.length + part);
}

/** The index of the last place that is not after `place`, but for the tolerance. */
export function indexOfPlace(places: readonly number[], place: number, margin = tolerance): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? Infinity) <= place + margin) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Returns the cells of a grid by the place of each of their parts. */
export function partsOf({ columns, cells }: Grid): (row: number, column: number) => GridCell | undefined {
  const width = columns.length - 1;
  const parts = new Map<number, GridCell>();
  for (const cell of cells) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1) {
      for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1)
        parts.set(row * width + column, cell);
    }
  }
  return (row, column) => parts.get(row * width + column);
}

interface Parts {
  width: number;
  height: number;
  /** Whether a part is open to the one below it. */
  isOpenBelow: (row: number, column: number) => boolean;
  /** Whether a part is open to the one on its right. */
  isOpenRight: (column: number, row: number) => boolean;
}

/** The cells: parts that are open to each other. Undefined if one is no rectangle. */
function rectangles({ width, height, isOpenBelow, isOpenRight }: Parts): GridCell[] | undefined {
  const seen = new Uint8Array(width * height);
  const cells: GridCell[] = [];
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start]) continue;
    const [row, column] = [Math.floor(start / width), start % width];
    let [columnSpan, rowSpan] = [1, 1];
    while (column + columnSpan < width && isOpenRight(column + columnSpan - 1, row)) columnSpan += 1;
    while (row + rowSpan < height && isOpenBelow(row + rowSpan - 1, column)) rowSpan += 1;
    for (let y = row; y < row + rowSpan; y += 1) {
      for (let x = column; x < column + columnSpan; x += 1) {
        const opensRight = x < width - 1 && isOpenRight(x, y);
        const opensBelow = y < height - 1 && isOpenBelow(y, x);
        const isLast = { right: x === column + columnSpan - 1, below: y === row + rowSpan - 1 };
        if (seen[y * width + x] || opensRight === isLast.right || opensBelow === isLast.below)
          return undefined;
        seen[y * width + x] = 1;
      }
    }
    cells.push({ row, column, rowSpan, columnSpan });
  }
  return cells;
}
