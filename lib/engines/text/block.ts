import type { Box } from './glyph.ts';
import type { Line } from './lines.ts';

/** Lines that belong together, in reading order. */
export type Block = TextBlock | TableBlock;

export interface TextBlock {
  type: 'paragraph' | 'heading' | 'listItem' | 'code';
  /** Of a heading, from 1; of a list item, the depth of its list, from 1. */
  level?: number | undefined;
  lines: readonly Line[];
  box: Box;
}

export interface TableBlock {
  type: 'table';
  rows: readonly Row[];
  box: Box;
}

export interface Row {
  /** Whether all cells are headers. */
  header: boolean;
  cells: readonly Cell[];
}

export interface Cell {
  lines: readonly Line[];
  /** Columns that the cell takes, from 1. A cell of several rows has its text in the first, and is empty in the others. */
  span: number;
}

/** The lines of a block. */
export const linesIn = (block: Block): readonly Line[] =>
  block.type === 'table'
    ? block.rows.flatMap(({ cells }) => cells.flatMap(({ lines }) => lines))
    : block.lines;
