import { keys } from '../../../keys.ts';
import { PDFNumber } from '../../../objects.ts';
import { addAttribute } from './attributes.ts';
import type { Cell, TableGrid } from './table-cells.ts';
import type { Tag, TagKid } from './tag.ts';

/**
 * Removes rows without cells that cells of the rows above cover altogether, and shortens these cells: such a row counts
 * as one that has no columns (ISO 14289-1, 7.2). Word writes it for merged rows.
 *
 * @returns whether there are any
 */
export function dropCoveredRows({ rows, columns, taken }: TableGrid): boolean {
  const spans = new Map<Cell, number>();
  const dropped = new Set<TagKid>();
  for (const [index, row] of rows.entries()) {
    const cells = taken[index] ?? [];
    if (row.kids.length > 0 || cells.length < columns || !isFull(cells)) continue;
    dropped.add(row);
    for (const cell of new Set(cells)) spans.set(cell, (spans.get(cell) ?? cell.rows) - 1);
  }
  for (const [{ tag }, span] of spans) addAttribute(tag, 'Table', keys.RowSpan, PDFNumber.of(span));
  const parents = new Set(rows.filter((row) => dropped.has(row)).map(({ parent }) => parent));
  for (const parent of parents) if (parent) removeKids(parent, dropped);
  return dropped.size > 0;
}

const isFull = (cells: readonly (Cell | undefined)[]): cells is readonly Cell[] =>
  cells.length > 0 && Array.from(cells).every((cell) => cell !== undefined);

function removeKids(parent: Tag, removed: ReadonlySet<TagKid>): void {
  parent.kids = parent.kids.filter((kid) => !removed.has(kid));
}
