import { FontData } from '../font-data.ts';

/** Operators of a Top DICT. */
const operators = { charset: 15, charStrings: 17, ros: 0x0c1e } as const;

/**
 * Reads which character id (CID) each glyph of a CID-keyed font has, from its `CFF` table (Adobe Technical Note 5176).
 *
 * @returns undefined for other fonts, whose glyphs have names
 * @throws InputFault `invalid-file-type` when the table is broken
 */
export function readCharacterIds(bytes: Buffer): Uint16Array | undefined {
  const table = new FontData(bytes, 'CFF table');
  const names = readIndex(table, table.u8(2));
  const [topDict] = readIndex(table, names.end).items;
  const entries = readDict(topDict ?? new FontData(Buffer.alloc(0), 'Top DICT'));
  if (!entries.has(operators.ros)) return undefined;
  const glyphs = table.u16(entries.get(operators.charStrings) ?? 0);
  return readCharset(table, entries.get(operators.charset) ?? 0, glyphs);
}

function readIndex(table: FontData, at: number): { items: FontData[]; end: number } {
  const count = table.u16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = table.u8(at + 2);
  const offset = (index: number): number => table.slice(at + 3 + index * size, size).readUIntBE(0, size);
  const data = at + 2 + (count + 1) * size;
  // Only the first item is used, of an index with one item for each font of the table.
  const first = new FontData(table.slice(data + offset(0), offset(1) - offset(0)), 'CFF table');
  return { items: [first], end: data + offset(count) };
}

/** The operators of a DICT, each with its last operand if that is an integer. */
function readDict(dict: FontData): Map<number, number> {
  const entries = new Map<number, number>();
  let operand = 0;
  let at = 0;
  while (at < dict.length) {
    const first = dict.u8(at);
    if (first <= 21) {
      const isEscape = first === 12;
      entries.set(isEscape ? (first << 8) | dict.u8(at + 1) : first, operand);
      at += isEscape ? 2 : 1;
    } else {
      const { value, length } = readOperand(dict, at, first);
      operand = value;
      at += length;
    }
  }
  return entries;
}

function readOperand(dict: FontData, at: number, first: number): { value: number; length: number } {
  if (first === 28) return { value: dict.i16(at + 1), length: 3 };
  if (first === 29) return { value: dict.u32(at + 1), length: 5 };
  if (first === 30) return { value: 0, length: realLength(dict, at) };
  if (first <= 246) return { value: first - 139, length: 1 };
  const high = first <= 250 ? (first - 247) * 256 + 108 : -(first - 251) * 256 - 108;
  return { value: first <= 250 ? high + dict.u8(at + 1) : high - dict.u8(at + 1), length: 2 };
}

/** A real number ends with the first half byte 15. */
function realLength(dict: FontData, at: number): number {
  let end = at + 1;
  while ((dict.u8(end) & 0xf) !== 0xf && dict.u8(end) >> 4 !== 0xf) end += 1;
  return end + 1 - at;
}

function readCharset(table: FontData, at: number, glyphs: number): Uint16Array {
  const ids = new Uint16Array(glyphs);
  // The predefined charsets are for fonts with names; readers take the glyph ids.
  if (at <= 2) return ids.map((_, glyph) => glyph);
  const format = table.u8(at);
  const left = { 0: () => 0, 1: (range: number) => table.u8(range), 2: (range: number) => table.u16(range) }[
    format
  ];
  if (!left) throw table.damage('has an unknown charset');
  let range = at + 1;
  for (let glyph = 1; glyph < glyphs;) {
    const first = table.u16(range);
    const last = first + left(range + 2);
    for (let id = first; id <= last && glyph < glyphs; id += 1, glyph += 1) ids[glyph] = id;
    range += 2 + format;
  }
  return ids;
}
