import { FontData } from '../font-data.ts';

/** Both ends inclusive. */
export type CharacterRange = readonly [first: number, last: number];

const unicodePlatforms = [0, 3];
const lastCharacter = 0x10ffff;

/**
 * Reads the characters for which a font has glyphs from its `cmap` table (OpenType 1.9): format 12 if present, otherwise
 * format 4.
 *
 * @returns sorted ranges of code points
 * @throws InputFault `invalid-file-type` when the font has no characters of Unicode, or the table is broken
 */
export function readCharacters(bytes: Buffer): CharacterRange[] {
  const table = new FontData(bytes, 'cmap table');
  const subtables = Array.from({ length: table.u16(2) }, (_, index) => 4 + index * 8)
    .filter((record) => unicodePlatforms.includes(table.u16(record)))
    .map((record) => table.from(table.u32(record + 4)));
  const full = subtables.find((subtable) => subtable.u16(0) === 12);
  if (full) return groups(full);
  const basic = subtables.find((subtable) => subtable.u16(0) === 4);
  if (!basic) throw table.damage('has no characters of Unicode');
  return segments(basic);
}

function groups(table: FontData): CharacterRange[] {
  const count = table.u32(12);
  table.require(16, count * 12);
  const ranges: CharacterRange[] = [];
  for (let index = 0; index < count; index += 1) {
    const group = 16 + index * 12;
    add(ranges, [table.u32(group), table.u32(group + 4)], table);
  }
  return ranges;
}

/** Segments rarely map characters to glyph 0: the lookup is needed only for segments with a glyph list. */
function segments(table: FontData): CharacterRange[] {
  const count = table.u16(6) >> 1;
  const field = (block: number, index: number): number => 14 + (block * count + index) * 2;
  const ranges: CharacterRange[] = [];
  for (let index = 0; index < count; index += 1) {
    const last = table.u16(field(0, index));
    const first = table.u16(field(1, index) + 2);
    const rangeOffset = field(3, index) + 2;
    const glyphs = table.u16(rangeOffset);
    // The end of the list; some fonts give it an offset that leads nowhere.
    if (first === 0xffff) continue;
    checkOrder(ranges.at(-1), [first, last], table);
    if (glyphs === 0) ranges.push([first, last]);
    else {
      for (let code = first; code <= last; code += 1) {
        if (table.u16(rangeOffset + glyphs + (code - first) * 2) !== 0) add(ranges, [code, code], table);
      }
    }
  }
  return ranges;
}

/** Appends a range, or extends the last one. */
function add(ranges: CharacterRange[], range: CharacterRange, table: FontData): void {
  const before = ranges.at(-1);
  checkOrder(before, range, table);
  if (before && range[0] === before[1] + 1) ranges[ranges.length - 1] = [before[0], range[1]];
  else ranges.push(range);
}

/** Sorted ranges have each character once, so that reading them takes time linear in the table. */
function checkOrder(
  before: CharacterRange | undefined,
  [first, last]: CharacterRange,
  table: FontData,
): void {
  if (first > last || last > lastCharacter || (before && first <= before[1])) {
    throw table.damage('has characters out of order');
  }
}
