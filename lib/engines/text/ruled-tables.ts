import type { TableBlock } from './block.ts';
import { framesOf } from './frames.ts';
import type { Box, Rule } from './glyph.ts';
import type { Glyphs } from './glyphs.ts';
import { type Grid, type GridCell, gridsOf, indexOfPlace, partsOf } from './grids.ts';
import { type LineReader, ruledRows, type Texts } from './ruled-rows.ts';
import { glyphsOf, wordsOf } from './words.ts';

/** Grids of a page that are looked at, the smallest first. */
const mostGrids = 200;

/** Fewer rows with this many cells that have text are a frame or a drawing. */
const [leastRows, leastCells] = [2, 2];

/** The share of the cells of a table that have text at least. */
const filledShare = 0.5;

/** Smaller cells are space between others. In points. */
const leastCell = 8;

/** The share of the words of a table that lines cut at most. */
const cutShare = 0.1;

/** How far a word may be over a line that does not cut it, in points. */
const overhang = 2;

/** Words closer than this are not in different cells, in sizes of the font. */
const cellGap = 0.35;

/** The share of the words of a table that are horizontal at least. */
const uprightShare = 0.5;

/** The share of the columns of a table that its fullest row has text in at least. The boxes of forms are not in columns. */
const alignedShare = 0.5;

interface PlacedWord {
  glyphs: readonly number[];
  box: Box;
  /** The middle. */
  x: number;
  y: number;
  size: number;
  isUpright: boolean;
}

/** Takes the text of tables that rules draw out of the glyphs of a page. */
export function takeRuledTables(
  glyphs: Glyphs,
  indices: readonly number[],
  rules: readonly Rule[],
  linesOf: LineReader,
): { tables: TableBlock[]; rest: readonly number[] } {
  const grids = gridsOf(rules)
    .sort((a, b) => areaOf(a) - areaOf(b))
    .slice(0, mostGrids);
  if (grids.length === 0) return { tables: [], rest: indices };
  let words = placedWords(glyphs, indices);
  const tables: TableBlock[] = [];
  const taken = new Set<number>();
  for (const grid of grids) {
    const box = boxOf(grid);
    const inside = words.filter((word) => isInside(word, box));
    const texts = textsOfCells(grid, inside);
    if (!texts) continue;
    words = words.filter((word) => !isInside(word, box));
    for (const word of inside) for (const glyph of word.glyphs) taken.add(glyph);
    tables.push({ type: 'table', rows: ruledRows(grid, texts, linesOf), box });
  }
  return { tables, rest: indices.filter((index) => !taken.has(index)) };
}

const boxOf = ({ columns, rows }: Grid): Box => ({
  left: columns[0] ?? 0,
  top: rows[0] ?? 0,
  right: columns.at(-1) ?? 0,
  bottom: rows.at(-1) ?? 0,
});

function areaOf(grid: Grid): number {
  const { left, top, right, bottom } = boxOf(grid);
  return (right - left) * (bottom - top);
}

const isInside = ({ x, y }: PlacedWord, { left, top, right, bottom }: Box): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** Words stay whole: their text can be wider than their cell. */
const placedWords = (glyphs: Glyphs, indices: readonly number[]): PlacedWord[] =>
  framesOf(glyphs, indices).flatMap((frame) =>
    wordsOf(frame).map((word) => {
      const { box, size } = word;
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      return { glyphs: glyphsOf(word), box, x, y, size, isUpright: frame.degrees === 0 };
    }),
  );

/** The text of each cell of a grid that has text; undefined if the grid is no table. */
function textsOfCells(grid: Grid, words: readonly PlacedWord[]): Texts | undefined {
  const upright = words.filter(({ isUpright }) => isUpright);
  if (upright.length < uprightShare * words.length) return undefined;
  const partAt = partsOf(grid);
  const cellAt = (x: number, y: number): GridCell | undefined =>
    partAt(indexOfPlace(grid.rows, y, 0), indexOfPlace(grid.columns, x, 0));
  if (cutWords(upright, cellAt) > cutShare * upright.length) return undefined;
  const texts = new Map<GridCell, number[]>();
  for (const { glyphs, x, y } of words) {
    const cell = cellAt(x, y);
    if (!cell) continue;
    const text = texts.get(cell);
    if (text) for (const glyph of glyphs) text.push(glyph);
    else texts.set(cell, [...glyphs]);
  }
  return isTable(grid, texts) ? texts : undefined;
}

/**
 * Counts words that a line goes through, or separates from the next word of a text. Lines of drawings do so behind
 * their boxes.
 */
function cutWords(
  words: readonly PlacedWord[],
  cellAt: (x: number, y: number) => GridCell | undefined,
): number {
  let cut = 0;
  for (const [index, { box, x, y, size }] of words.entries()) {
    const inset = Math.min(overhang, x - box.left);
    const next = words[index + 1];
    const gap = next && Math.abs(next.y - y) < 1 ? next.box.left - box.right : Infinity;
    const follows = gap >= 0 && gap < cellGap * size;
    const end = follows && next ? next.x : box.right - inset;
    if (cellAt(box.left + inset, y) !== cellAt(end, y)) cut += 1;
  }
  return cut;
}

function isTable({ columns: edges, rows, cells }: Grid, texts: Texts): boolean {
  const filled = [...texts.keys()];
  const counts = new Map<number, number>();
  for (const { row } of filled) counts.set(row, (counts.get(row) ?? 0) + 1);
  const columns = new Set(filled.map(({ column }) => column));
  const isCell = ({ row, column, rowSpan, columnSpan }: GridCell): boolean =>
    lengthOf(rows, row, rowSpan) >= leastCell && lengthOf(edges, column, columnSpan) >= leastCell;
  const counted = cells.filter((cell) => texts.has(cell) || isCell(cell));
  return (
    [...counts.values()].filter((count) => count >= leastCells).length >= leastRows &&
    filled.length >= filledShare * counted.length &&
    Math.max(...counts.values()) >= alignedShare * columns.size
  );
}

const lengthOf = (edges: readonly number[], start: number, span: number): number =>
  (edges[start + span] ?? 0) - (edges[start] ?? 0);
