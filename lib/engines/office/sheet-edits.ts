import { findPageSetup } from './page-setup.ts';
import type { PartEdits } from './part-edits.ts';
import type { SheetSetup } from './sheet-setup.ts';

/** The sheet types (ECMA-376-1, 12.3) that have a page setup. */
const sheetTypes = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.dialogsheet+xml',
  'application/vnd.ms-excel.macrosheet+xml',
]);

/** The changes to a workbook's parts for `setup`, for which LibreOffice's PDF filter has no options. */
export const sheetEdits =
  (setup: SheetSetup): PartEdits =>
  (type) =>
    sheetTypes.has(type) ? (pieces) => findPageSetup(pieces, setup) : undefined;
