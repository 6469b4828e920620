import { copyFile, open } from 'node:fs/promises';
import type { CompoundFile, CompoundStream } from './compound-file.ts';

/** Types of records in the globals of a workbook ([MS-XLS] 2.3). */
const recordTypes = { end: 0x0a, window: 0x3d, sheet: 0x85 } as const;

/** Window1 ([MS-XLS] 2.4.346): its length, and the places of the sheet that it shows and of the first tab that it shows. */
const window = { length: 18, shownSheet: 10, firstTab: 12 } as const;

/**
 * Corrects windows that show a sheet which the workbook does not have: LibreOffice would make it, and crash when it writes
 * the workbook.
 *
 * @param output where a corrected copy is written, if it is necessary
 * @returns the path of the document to convert
 * @throws FormatError when the streams of the workbook are malformed
 */
export async function withShownSheets(
  document: string,
  compound: CompoundFile,
  output: string,
): Promise<string> {
  const places: number[] = [];
  for (const name of ['Workbook', 'Book']) {
    const stream = compound.root.get(name);
    if (!stream) continue;
    for (const offset of await unknownSheets(compound, stream))
      places.push(await compound.locate(stream, offset));
  }
  if (places.length === 0) return document;
  await copyFile(document, output);
  const file = await open(output, 'r+');
  try {
    for (const place of places) await file.write(Buffer.of(0), 0, 1, place);
  } finally {
    await file.close();
  }
  return output;
}

/** The bytes in the windows of a workbook that name sheets which it does not have. */
async function unknownSheets(compound: CompoundFile, stream: CompoundStream): Promise<number[]> {
  const named: { offset: number; sheet: number }[] = [];
  let sheets = 0;
  for await (const { type, offset, data } of globals(compound.pieces(stream))) {
    if (type === recordTypes.sheet) sheets += 1;
    if (type !== recordTypes.window || data.length < window.length) continue;
    for (const place of [window.shownSheet, window.firstTab]) {
      named.push({ offset: offset + place, sheet: data.readUInt16LE(place) });
    }
  }
  // Both bytes of the number.
  return named.flatMap(({ offset, sheet }) => (sheet < sheets ? [] : [offset, offset + 1]));
}

interface GlobalRecord {
  type: number;
  /** Where in the stream the data begins. */
  offset: number;
  /** Of windows only. */
  data: Buffer;
}

const headerLength = 4;

/** The records of a workbook's globals, which are before its sheets. */
async function* globals(pieces: AsyncIterable<Buffer>): AsyncGenerator<GlobalRecord> {
  let pending = Buffer.alloc(0);
  /** Where in the stream `pending` begins. */
  let base = 0;
  /** Bytes that belong to a record that is not needed. */
  let skipped = 0;
  for await (const piece of pieces) {
    pending = Buffer.concat([pending, piece.subarray(skipped)]);
    base += Math.min(skipped, piece.length);
    skipped -= Math.min(skipped, piece.length);
    while (pending.length >= headerLength) {
      const type = pending.readUInt16LE(0);
      const length = pending.readUInt16LE(2);
      if (type === recordTypes.end) return;
      const whole = headerLength + length;
      if (type === recordTypes.window && pending.length < whole) break;
      const data = type === recordTypes.window ? pending.subarray(headerLength, whole) : Buffer.alloc(0);
      yield { type, offset: base + headerLength, data };
      skipped = Math.max(0, whole - pending.length);
      base += Math.min(whole, pending.length);
      pending = pending.subarray(whole);
    }
  }
}
