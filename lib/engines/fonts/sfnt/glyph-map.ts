import { FontData } from '../font-data.ts';

/** A subtable of `cmap`. */
export interface GlyphMap {
  platform: number;
  encoding: number;
  /** Glyphs by codes. Codes without a glyph are absent. */
  glyphs: ReadonlyMap<number, number>;
}

/** Codes of a subtable that are read. Subtables that overlap themselves could have more. */
const mostCodes = 0x11_0000;

/** Subtables of a font. */
const mostSubtables = 32;

/**
 * Reads which glyphs the codes of a font have from its `cmap` table (OpenType 1.9), in formats 0, 4, 6, 10, 12 and 13.
 *
 * @throws InputFault `invalid-file-type` when a subtable leads out of the table
 */
export function readGlyphMaps(bytes: Buffer): GlyphMap[] {
  const table = new FontData(bytes, 'cmap table');
  const read = new Map<number, ReadonlyMap<number, number>>();
  return Array.from({ length: Math.min(table.u16(2), mostSubtables) }, (_, index) => {
    const record = 4 + index * 8;
    const offset = table.u32(record + 4);
    const glyphs = read.get(offset) ?? readSubtable(table.from(offset));
    read.set(offset, glyphs);
    return { platform: table.u16(record), encoding: table.u16(record + 2), glyphs };
  });
}

function readSubtable(table: FontData): Map<number, number> {
  const glyphs = new Map<number, number>();
  const add = (code: number, glyph: number): void => {
    if (glyph !== 0) glyphs.set(code, glyph);
  };
  switch (table.u16(0)) {
    case 0:
      for (let code = 0; code < 256; code += 1) add(code, table.u8(6 + code));
      break;
    case 4:
      readSegments(table, add);
      break;
    case 6:
      for (let index = 0; index < table.u16(8); index += 1)
        add(table.u16(6) + index, table.u16(10 + index * 2));
      break;
    case 10:
      for (let index = 0; index < Math.min(table.u32(16), mostCodes); index += 1)
        add(table.u32(12) + index, table.u16(20 + index * 2));
      break;
    case 12:
      readGroups(table, add, 1);
      break;
    case 13:
      readGroups(table, add, 0);
  }
  return glyphs;
}

type Add = (code: number, glyph: number) => void;

function readSegments(table: FontData, add: Add): void {
  const count = table.u16(6) >> 1;
  const field = (block: number, index: number): number => 14 + (block * count + index) * 2;
  let left = mostCodes;
  for (let index = 0; index < count && left > 0; index += 1) {
    const last = table.u16(field(0, index));
    const first = table.u16(field(1, index) + 2);
    const delta = table.u16(field(2, index) + 2);
    const place = field(3, index) + 2;
    const offset = table.u16(place);
    for (let code = first; code <= last && left > 0; code += 1, left -= 1) {
      if (code === 0xffff) continue;
      const at = place + offset + (code - first) * 2;
      // Some fonts have offsets that lead nowhere for the last segment.
      const listed = offset === 0 || offset === 0xffff || at + 2 > table.length ? 0 : table.u16(at);
      if (offset === 0) add(code, (code + delta) & 0xffff);
      else if (listed !== 0) add(code, (listed + delta) & 0xffff);
    }
  }
}

/** @param step how much the glyph increases from code to code */
function readGroups(table: FontData, add: Add, step: 0 | 1): void {
  const count = table.u32(12);
  table.require(16, count * 12);
  let left = mostCodes;
  for (let index = 0; index < count && left > 0; index += 1) {
    const group = 16 + index * 12;
    const [first, last, glyph] = [table.u32(group), table.u32(group + 4), table.u32(group + 8)];
    for (let code = first; code <= last && left > 0; code += 1, left -= 1)
      add(code, glyph + step * (code - first));
  }
}

/** The first code of the subtable that {@link symbolMap} writes. */
const symbolBase = 0xf000;

/**
 * A `cmap` table with one subtable, for symbols (3, 0) in format 4.
 *
 * @param glyphOf the glyph of each code from 0 to 255; 0 if it has none
 */
export function symbolMap(glyphOf: (code: number) => number): Buffer {
  const codes = 256;
  const [header, segments] = [12, 2];
  const length = 16 + segments * 8 + codes * 2;
  const table = Buffer.alloc(header + length);
  const words = (at: number, ...values: number[]): void => {
    for (const [index, value] of values.entries()) table.writeUInt16BE(value, at + index * 2);
  };
  words(0, 0, 1, 3, 0);
  table.writeUInt32BE(header, 8);
  words(header, 4, length, 0, segments * 2, 4, 1, 0);
  words(header + 14, symbolBase + codes - 1, 0xffff, 0, symbolBase, 0xffff, 0, 1);
  // The list of glyphs follows the two offsets.
  words(header + 14 + 14, segments * 2, 0);
  for (let code = 0; code < codes; code += 1) words(header + length - (codes - code) * 2, glyphOf(code));
  return table;
}
