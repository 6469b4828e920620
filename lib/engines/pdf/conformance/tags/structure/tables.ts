import { dictAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { PDFNumber } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { addAttribute, attribute, attributesOf, countAttribute } from './attributes.ts';
import { dropCoveredRows } from './covered-rows.ts';
import { alignCells } from './align-cells.ts';
import type { Roles } from './roles.ts';
import { type Cell, type TableGrid, TableLayout } from './table-cells.ts';
import type { Tag, TagKid } from './tag.ts';
import type { TagTree } from './tag-tree.ts';

/**
 * Makes tables regular: rows that other rows cover are removed, rows that have fewer columns than others get empty
 * cells, spans end with the table, and headers state whether they are about a row or a column (ISO 14289-1, 7.2 and
 * 7.5).
 */
export function correctTables(tree: TagTree, roles: Roles): void {
  const layout = new TableLayout(tree, roles);
  for (const table of [...tree.tags()]) {
    if (roles.of(table) !== 'Table') continue;
    orderParts(tree, roles, table);
    const stated = layout.gridOf(table);
    const isChanged = stated && [dropCoveredRows(stated), alignCells(tree, stated)].includes(true);
    const grid = isChanged ? layout.gridOf(table) : stated;
    if (!grid) continue;
    shortenSpans(tree, grid);
    fillRows(tree, grid);
    const depths = headerDepths(grid);
    for (const cell of grid.cells) if (cell.isHeader) scopeHeader(tree, grid, cell, depths[cell.column] ?? 0);
  }
}

/** A table has one head and one foot beside at least one body, or rows alone, and a caption at an end. */
function orderParts(tree: TagTree, roles: Roles, table: Tag): void {
  for (const part of ['THead', 'TFoot']) {
    const parts = table.children.filter((child) => roles.of(child) === part);
    for (const further of parts.slice(1)) further.type = 'TBody';
  }
  const captions = table.children.filter((child) => roles.of(child) === 'Caption');
  for (const further of captions.slice(1)) further.type = 'P';
  const types = table.kids.map((kid) => (kid.kind === 'tag' ? roles.of(kid) : ''));
  const isInside = types.includes('Caption', 1) && types.lastIndexOf('Caption') !== types.length - 1;
  if (isInside || captions.length > 1) {
    const others = table.kids.filter((kid) => kid.kind !== 'tag' || !captions.includes(kid));
    const [caption, ...further] = captions;
    if (caption && further.length > 0) caption.kids = [...caption.kids, ...further];
    table.kids = caption ? [caption, ...others] : others;
  }
  if ((types.includes('THead') || types.includes('TFoot')) && !types.includes('TBody')) {
    const rows = table.children.filter((child) => roles.of(child) === 'TR');
    if (rows.length === 0) unwrapParts(roles, table);
    else {
      const body = tree.make('TBody', table);
      const at = table.kids.indexOf(rows[0] as Tag);
      const others = new Set<TagKid>(rows);
      body.kids = rows;
      table.kids = table.kids.toSpliced(at, 0, body).filter((kid) => !others.has(kid));
    }
  }
}

/** Puts rows directly into a table that has nothing but a head or a foot. */
function unwrapParts(roles: Roles, table: Tag): void {
  table.kids = table.kids.flatMap((kid): readonly TagKid[] =>
    kid.kind === 'tag' && /^T(?:Head|Foot)$/.test(roles.of(kid)) ? kid.kids : [kid],
  );
}

function shortenSpans(tree: TagTree, { cells }: TableGrid): void {
  const classes = dictAt(tree.root.dict, keys.ClassMap);
  for (const { tag, rows } of cells) {
    const stated = countAttribute(attributesOf(tag, 'Table', classes), keys.RowSpan);
    if (stated > rows) addAttribute(tag, 'Table', keys.RowSpan, PDFNumber.of(rows));
  }
}

/** Adds an empty cell for each place of the grid that has none. */
function fillRows(tree: TagTree, { rows, columns, taken }: TableGrid): void {
  for (const [index, row] of rows.entries()) {
    const cells = taken[index] ?? [];
    let missing = 0;
    for (let column = 0; column < columns; column += 1) if (!cells[column]) missing += 1;
    if (missing === 0) continue;
    const added = Array.from({ length: missing }, () => tree.make('TD', row));
    row.kids = [...row.kids, ...added];
  }
}

/** For each column, the number of its first rows that are headers. */
const headerDepths = ({ taken, columns }: TableGrid): number[] =>
  Array.from({ length: columns }, (_, column) => {
    const first = taken.findIndex((row) => !row[column]?.isHeader);
    return first < 0 ? taken.length : first;
  });

/** A header at the top of its column is about the column, another one about its row. */
function scopeHeader(tree: TagTree, { taken }: TableGrid, { tag, row, column }: Cell, depth: number): void {
  const attributes = attributesOf(tag, 'Table', dictAt(tree.root.dict, keys.ClassMap));
  if (attribute(attributes, keys.Scope) !== undefined) return;
  const startsRow = row > 0 && column === 0 && !(taken[row] ?? []).every((cell) => cell?.isHeader);
  addAttribute(tag, 'Table', keys.Scope, nameOf(row >= depth || startsRow ? 'Row' : 'Column'));
}
