import { relationships, zipParts } from './office-package.ts';

/** A cell of a binary workbook. */
export type PackedCell = string | number;

/** A workbook in Excel's binary format ([MS-XLSB]) with one sheet. */
export const makeXlsb = (rows: readonly (readonly PackedCell[])[]): Buffer =>
  zipParts({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>' +
      '<Override PartName="/xl/worksheets/sheet1.bin" ContentType="application/vnd.ms-excel.worksheet"/></Types>',
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.bin']]),
    'xl/workbook.bin': workbook,
    'xl/_rels/workbook.bin.rels': relationships([['worksheet', 'worksheets/sheet1.bin']]),
    'xl/worksheets/sheet1.bin': sheetOf(rows),
  });

/** A record ([MS-XLSB] 2.1.4): its type and its size in groups of seven bits, then its data. */
const record = (type: number, ...data: Buffer[]): Buffer => {
  const content = Buffer.concat(data);
  return Buffer.concat([Buffer.from([...inSevens(type), ...inSevens(content.length)]), content]);
};

const inSevens = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...inSevens(value >> 7)];

const integer = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};

const wideString = (text: string): Buffer =>
  Buffer.concat([integer(text.length), Buffer.from(text, 'utf16le')]);

/** BrtBeginBook, BrtBeginBundleShs, BrtBundleSh, and their ends. */
const workbook = Buffer.concat([
  record(0x83),
  record(0x8f),
  record(0x9c, integer(0), integer(1), wideString('rId1'), wideString('Sheet1')),
  record(0x90),
  record(0x84),
]);

/** BrtRowHdr, then BrtCellReal or BrtCellSt for each cell. */
const rowOf = (cells: readonly PackedCell[], row: number): Buffer =>
  Buffer.concat([
    record(0x00, integer(row), integer(0), Buffer.from([0x2c, 1, 0, 0, 0]), integer(0)),
    ...cells.map((cell, column) =>
      typeof cell === 'number'
        ? record(0x05, integer(column), integer(0), double(cell))
        : record(0x06, integer(column), integer(0), wideString(cell)),
    ),
  ]);

/** BrtBeginSheet, BrtBeginSheetData, and their ends. */
const sheetOf = (rows: readonly (readonly PackedCell[])[]): Buffer =>
  Buffer.concat([record(0x81), record(0x91), ...rows.map(rowOf), record(0x92), record(0x82)]);
