import { makeCompoundFile } from './compound-file.ts';

export type BinaryCell = { text: string } | { indirect: string };

/**
 * A workbook of Excel 97 ([MS-XLS], BIFF8) with one sheet, whose first column has these cells.
 *
 * @param activeSheet index of the sheet that its window shows
 */
export function makeXls(cells: readonly BinaryCell[], { activeSheet = 0 } = {}): Buffer {
  const sheet = Buffer.concat([
    beginning(0x0010),
    dimensions(cells.length),
    ...cells.map((cell, row) =>
      'text' in cell ? label(row, cell.text) : formula(row, indirect(cell.indirect)),
    ),
    end,
  ]);
  const globals = (sheetAt: number): Buffer => {
    const bound = Buffer.alloc(6);
    bound.writeUInt32LE(sheetAt);
    return Buffer.concat([
      beginning(0x0005),
      window(activeSheet),
      record(0x0085, Buffer.concat([bound, shortString('Sheet1')])),
      end,
    ]);
  };
  return makeCompoundFile({ Workbook: Buffer.concat([globals(globals(0).length), sheet]) });
}

function record(type: number, data: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16LE(type);
  header.writeUInt16LE(data.length, 2);
  return Buffer.concat([header, data]);
}

const end = record(0x000a, Buffer.alloc(0));

/** BOF, for the workbook's globals or for a sheet. */
function beginning(type: number): Buffer {
  const data = Buffer.alloc(16);
  [0x0600, type, 0x0dbb, 0x07cc].forEach((value, index) => data.writeUInt16LE(value, index * 2));
  data.writeUInt32LE(6, 12);
  return record(0x0809, data);
}

/** Window1 ([MS-XLS] 2.4.346). */
function window(activeSheet: number): Buffer {
  const data = Buffer.alloc(18);
  data.writeUInt16LE(activeSheet, 10);
  data.writeUInt16LE(1, 14);
  return record(0x003d, data);
}

function dimensions(rows: number): Buffer {
  const data = Buffer.alloc(14);
  data.writeUInt32LE(rows, 4);
  data.writeUInt16LE(1, 10);
  return record(0x0200, data);
}

/** One byte per character, as for text in Latin-1. */
const shortString = (text: string): Buffer =>
  Buffer.concat([Buffer.from([text.length, 0]), Buffer.from(text, 'latin1')]);

function position(row: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16LE(row);
  return bytes;
}

function label(row: number, text: string): Buffer {
  const length = Buffer.alloc(3);
  length.writeUInt16LE(text.length);
  return record(0x0204, Buffer.concat([position(row), length, Buffer.from(text, 'latin1')]));
}

function formula(row: number, tokens: Buffer): Buffer {
  // Its last value is the number 0; it is to be calculated on load.
  const state = Buffer.alloc(16);
  state.writeUInt16LE(0x0002, 8);
  state.writeUInt16LE(tokens.length, 14);
  return record(0x0006, Buffer.concat([position(row), state, tokens]));
}

/** The tokens of `INDIRECT("reference")`. */
const indirect = (reference: string): Buffer =>
  Buffer.concat([Buffer.from([0x17]), shortString(reference), Buffer.from([0x42, 1, 148, 0])]);
