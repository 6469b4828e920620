import { findPageSetup } from './page-setup.ts';
import type { PartEdits } from './part-edits.ts';
import type { SheetSetup } from './sheet-setup.ts';

/** The kinds of sheets (ECMA-376-1, 12.3); only these have a page of their own. */
const sheetTypes = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.dialogsheet+xml',
  'application/vnd.ms-excel.macrosheet+xml',
]);

/**
 * What of the parts of a workbook has to be changed for `setup`, which LibreOffice's PDF filter has no options for.
 */
export const sheetEdits =
  (setup: SheetSetup): PartEdits =>
  (type) =>
    sheetTypes.has(type) ? (pieces) => findPageSetup(pieces, setup) : undefined;
