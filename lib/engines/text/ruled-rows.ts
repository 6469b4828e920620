import type { Cell, Row } from './block.ts';
import { type Grid, type GridCell, partsOf } from './grids.ts';
import type { Line } from './lines.ts';
import { rowsOfLines } from './row-lines.ts';

/** The text of cells that have some: indices of glyphs. */
export type Texts = ReadonlyMap<GridCell, readonly number[]>;

/** Returns the lines of glyphs in reading order. */
export type LineReader = (glyphs: readonly number[]) => Line[];

/** The rows and columns in which text begins. A cell of several rows has its text in the first one. */
export function ruledRows(grid: Grid, texts: Texts, linesOf: LineReader): Row[] {
  const partAt = partsOf(grid);
  const begun = [...texts.keys()];
  const columns = distinct(begun.map(({ column }) => column));
  const written = new Set<GridCell>();
  const rows = distinct(begun.map(({ row }) => row)).flatMap((row) => {
    const cells: PlacedCell[] = [];
    for (const column of columns) {
      const owner = partAt(row, column);
      const last = cells.at(-1);
      if (last && last.owner === owner) last.span += 1;
      else {
        const text = owner && !written.has(owner) ? texts.get(owner) : undefined;
        cells.push({ owner, lines: text ? linesOf(text) : [], span: 1 });
      }
    }
    for (const { owner } of cells) if (owner) written.add(owner);
    return cellsOfRows(cells, grid);
  });
  const hasHeader = isBold(rows.slice(0, 1).flat()) && !isBold(rows.slice(1).flat());
  return rows.map((cells, index) => ({ header: hasHeader && index === 0, cells }));
}

interface PlacedCell extends Cell {
  owner: GridCell | undefined;
}

/** The cells of a row, or of each of its lines if these are rows. */
function cellsOfRows(cells: readonly PlacedCell[], { columns }: Grid): Cell[][] {
  const filled = cells.flatMap(({ owner, lines }, index) => {
    if (!owner || lines.length === 0) return [];
    const end = owner.column + owner.columnSpan;
    return [{ index, lines, left: columns[owner.column] ?? 0, right: columns[end] ?? 0 }];
  });
  const rows = cells.every(({ owner }) => owner?.rowSpan === 1) ? rowsOfLines(filled) : undefined;
  if (!rows) return [cells.map(({ lines, span }) => ({ lines, span }))];
  return rows.map((row) => {
    const lines = new Map(filled.map(({ index }, at) => [index, row[at]]));
    return cells.map(({ span }, index) => {
      const line = lines.get(index);
      return { lines: line ? [line] : [], span };
    });
  });
}

const distinct = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

const isBold = (cells: readonly Cell[]): boolean =>
  cells.every(({ lines }) => lines.every(({ face }) => face.bold));
