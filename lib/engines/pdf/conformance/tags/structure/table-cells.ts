import { dictAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { attributesOf, countAttribute } from './attributes.ts';
import type { Roles } from './roles.ts';
import type { Tag } from './tag.ts';
import type { TagTree } from './tag-tree.ts';

/** A cell with its place. Rows and columns count from 0. */
export interface Cell {
  tag: Tag;
  isHeader: boolean;
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** The cells of a table in a grid. */
export interface TableGrid {
  rows: readonly Tag[];
  cells: readonly Cell[];
  columns: number;
  /** For each row, the columns that have a cell. */
  taken: readonly (readonly (Cell | undefined)[])[];
}

/** The cells that all tables of a document may cover. Spans of a hostile document can be any number. */
const maxCovered = 5_000_000;

/** Columns of one table. */
const maxColumns = 10_000;

/** Lays out the tables of a document as HTML does: a cell begins at the first free column of its row. */
export class TableLayout {
  readonly #roles: Roles;
  readonly #classes: PDFDict | undefined;
  #covered = 0;

  constructor(tree: TagTree, roles: Roles) {
    this.#roles = roles;
    this.#classes = dictAt(tree.root.dict, keys.ClassMap);
  }

  /** Undefined for a table that is too large. */
  gridOf(table: Tag): TableGrid | undefined {
    const rows = this.#rowsOf(table);
    const taken: (Cell | undefined)[][] = rows.map(() => []);
    const cells: Cell[] = [];
    for (const [row, tag] of rows.entries()) {
      let column = 0;
      for (const child of tag.children) {
        while (taken[row]?.[column]) column += 1;
        const cell = this.#cellOf(child, row, column);
        // A cell ends with the table.
        cell.rows = Math.min(cell.rows, rows.length - row);
        this.#covered += cell.rows * cell.columns;
        if (this.#covered > maxCovered || column + cell.columns > maxColumns) return undefined;
        cells.push(cell);
        for (let below = row; below < row + cell.rows; below += 1) {
          for (let at = column; at < column + cell.columns; at += 1) (taken[below] ??= [])[at] ??= cell;
        }
        column += cell.columns;
      }
    }
    const columns = taken.reduce((most, { length }) => Math.max(most, length), 0);
    return { rows, cells, columns, taken };
  }

  #rowsOf(table: Tag): Tag[] {
    return table.children.flatMap((child) => {
      const type = this.#roles.of(child);
      if (type === 'TR') return [child];
      return type === 'Caption' ? [] : child.children.filter((row) => this.#roles.of(row) === 'TR');
    });
  }

  #cellOf(tag: Tag, row: number, column: number): Cell {
    const attributes = attributesOf(tag, 'Table', this.#classes);
    return {
      tag,
      isHeader: this.#roles.of(tag) === 'TH',
      row,
      column,
      rows: countAttribute(attributes, keys.RowSpan),
      columns: countAttribute(attributes, keys.ColSpan),
    };
  }
}
