import { damagedFont, FontData } from '../font-data.ts';

/** The tables of a font by their tags. */
export type FontTables = ReadonlyMap<string, Buffer>;

const headerLength = 12;
const recordLength = 16;

/** Fonts have about 20 tables, and variable fonts about 30. */
const mostTables = 64;

/**
 * Reads the table directory of a font (OpenType 1.9, "Organization of an OpenType Font").
 *
 * @param at offset of the directory, which is not 0 in collections only
 * @throws InputFault `invalid-file-type` when a table is outside of the file, or is listed twice
 */
export function readTables(font: Buffer, at = 0): FontTables {
  const directory = new FontData(font, 'table directory');
  const count = directory.u16(at + 4);
  if (count === 0 || count > mostTables) throw directory.damage(`lists ${count} tables`);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const record = at + headerLength + index * recordLength;
    const tag = directory.slice(record, 4).toString('latin1');
    if (tables.has(tag)) throw directory.damage(`lists the table ${tag.trim()} twice`);
    tables.set(tag, directory.slice(directory.u32(record + 8), directory.u32(record + 12)));
  }
  return tables;
}

const collection = 'ttcf';

/**
 * Reads the table directory of each face of a font or a collection of fonts.
 *
 * @throws InputFault `invalid-file-type` when one of them is damaged
 */
export function readFaceTables(font: Buffer): FontTables[] {
  const header = new FontData(font, 'header');
  if (header.slice(0, 4).toString('latin1') !== collection) return [readTables(font)];
  const count = header.u32(8);
  header.require(12, count * 4);
  return Array.from({ length: count }, (_, index) => readTables(font, header.u32(12 + index * 4)));
}

/**
 * Rejects fonts whose tables overlap each other or the directory. Readers of such a font disagree about its content.
 *
 * @throws InputFault `invalid-file-type`
 */
export function rejectOverlaps(tables: FontTables, font: Buffer): void {
  const start = ({ byteOffset }: Buffer): number => byteOffset - font.byteOffset;
  let end = headerLength + tables.size * recordLength;
  for (const table of [...tables.values()].filter(({ length }) => length > 0).sort(byStart)) {
    if (start(table) < end) throw damagedFont('its tables overlap');
    end = start(table) + table.length;
  }
}

const byStart = (one: Buffer, other: Buffer): number => one.byteOffset - other.byteOffset;

/** Size of a font with tables of these lengths, in bytes. */
export const fontSize = (lengths: readonly number[]): number =>
  lengths.reduce((sum, length) => sum + recordLength + aligned(length), headerLength);

const aligned = (length: number): number => (length + 3) & ~3;

/** Offset of the checksum of the font in its `head` table. */
const adjustmentAt = 8;

/**
 * Writes a font.
 *
 * @param flavor its first four bytes
 */
export function writeFont(flavor: number, tables: FontTables): Buffer {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const font = Buffer.alloc(fontSize(sorted.map(([, { length }]) => length)));
  font.writeUInt32BE(flavor, 0);
  font.writeUInt16BE(sorted.length, 4);
  const power = Math.floor(Math.log2(sorted.length));
  font.writeUInt16BE(2 ** power * recordLength, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE((sorted.length - 2 ** power) * recordLength, 10);
  let at = headerLength + sorted.length * recordLength;
  let head: number | undefined;
  for (const [index, [tag, table]] of sorted.entries()) {
    const record = headerLength + index * recordLength;
    table.copy(font, at);
    if (tag === 'head') {
      head = at;
      font.writeUInt32BE(0, at + adjustmentAt);
    }
    font.write(tag, record, 'latin1');
    font.writeUInt32BE(checksum(font, at, aligned(table.length)), record + 4);
    font.writeUInt32BE(at, record + 8);
    font.writeUInt32BE(table.length, record + 12);
    at += aligned(table.length);
  }
  const wholeFont = 0xb1b0afba;
  if (head !== undefined)
    font.writeUInt32BE((wholeFont - checksum(font, 0, font.length)) >>> 0, head + adjustmentAt);
  return font;
}

/** @param length a multiple of four */
function checksum(bytes: Buffer, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
