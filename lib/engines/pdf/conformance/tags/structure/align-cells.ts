import { bytesOf, dictAt, listOf, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFName } from '../../../objects.ts';
import { nameText } from '../../../syntax/names.ts';
import { attribute, attributesOf } from './attributes.ts';
import type { Cell, TableGrid } from './table-cells.ts';
import type { Tag } from './tag.ts';
import type { TagTree } from './tag-tree.ts';

/**
 * Adds empty cells before cells that are not below their headers. Chromium leaves out empty cells, and states for each
 * cell by which headers it is described (PDF 32000-1, table 349).
 *
 * @returns whether cells were added
 */
export function alignCells(tree: TagTree, { cells, rows, columns, taken }: TableGrid): boolean {
  const lengths = taken.map(({ length }) => length);
  if (lengths.every((length) => length === columns)) return false;
  const classes = dictAt(tree.root.dict, keys.ClassMap);
  const places = headerColumns(cells, (row) => lengths[row] === columns, classes);
  const cellsOf = Map.groupBy(cells, ({ row }) => row);
  const added = new Map<Tag, Tag[]>();
  for (const [index, row] of rows.entries()) {
    let missing = columns - (lengths[index] ?? 0);
    let shift = 0;
    for (const cell of missing > 0 ? (cellsOf.get(index) ?? []) : []) {
      const place = placeOf(cell, places, classes);
      const gap = Math.min(missing, (place ?? 0) - cell.column - shift);
      if (gap <= 0) continue;
      added.set(
        cell.tag,
        Array.from({ length: gap }, () => tree.make('TD', row)),
      );
      missing -= gap;
      shift += gap;
    }
  }
  for (const row of added.size > 0 ? rows : []) {
    if (!row.children.some((cell) => added.has(cell))) continue;
    row.kids = row.kids.flatMap((kid) => [...((kid.kind === 'tag' && added.get(kid)) || []), kid]);
  }
  return added.size > 0;
}

/** The columns of the headers of columns, by their identifiers: where complete rows have the cells that they describe. */
function headerColumns(
  cells: readonly Cell[],
  isComplete: (row: number) => boolean,
  classes: PDFDict | undefined,
): Map<string, number> {
  const columns = new Map<string, number>();
  const headers = cells.filter((cell) => cell.isHeader && isOfColumn(cell.tag, classes));
  const identifiers = new Set(headers.map(({ tag }) => identifierOf(tag)));
  for (const { tag, row, column } of cells) {
    for (const id of isComplete(row) ? headersOf(tag, classes) : []) {
      if (identifiers.has(id)) columns.set(id, Math.min(columns.get(id) ?? column, column));
    }
  }
  for (const { tag, row, column } of headers) {
    const id = identifierOf(tag);
    if (id !== '' && isComplete(row) && !columns.has(id)) columns.set(id, column);
  }
  return columns;
}

/** The column of a cell by its headers, or of a header by the cells below it; undefined if they do not show it. */
function placeOf(
  { tag, isHeader }: Cell,
  columns: ReadonlyMap<string, number>,
  classes: PDFDict | undefined,
): number | undefined {
  const ids = isHeader ? [identifierOf(tag)] : headersOf(tag, classes);
  const places = ids.map((id) => columns.get(id)).filter((place) => place !== undefined);
  return places.length > 0 ? places.reduce((last, place) => Math.max(last, place)) : undefined;
}

const isOfColumn = (tag: Tag, classes: PDFDict | undefined): boolean => {
  const scope = attribute(attributesOf(tag, 'Table', classes), keys.Scope);
  return scope instanceof PDFName && nameText(scope) === 'Column';
};

const identifierOf = ({ dict }: Tag): string => bytesOf(resolved(dict.context, dict.get(keys.ID))) ?? '';

const headersOf = (tag: Tag, classes: PDFDict | undefined): string[] => {
  const { context } = tag.dict;
  const list = listOf(context, attribute(attributesOf(tag, 'Table', classes), keys.Headers));
  return list.map((id) => bytesOf(resolved(context, id)) ?? '');
};
