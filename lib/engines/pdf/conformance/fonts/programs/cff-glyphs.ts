import type { FontData } from '../../../../fonts/font-data.ts';

/** The charset with the glyphs of ISO Adobe in their order. */
const isoAdobe = 0;
const isoAdobeGlyphs = 229;
const predefinedCharsets = 2;

/**
 * The string id or character id of each glyph.
 *
 * @throws InputFault `invalid-file-type` when the charset is damaged, or one of the two for expert sets
 */
export function readCharset(table: FontData, at: number, glyphs: number, isKeyedById: boolean): number[] {
  const ids = [0];
  if (at <= predefinedCharsets) {
    if (!isKeyedById && (at !== isoAdobe || glyphs > isoAdobeGlyphs))
      throw table.damage('has an expert charset');
    return Array.from({ length: glyphs }, (_, glyph) => glyph);
  }
  const format = table.u8(at);
  if (format > 2) throw table.damage('has an unknown charset');
  for (let range = at + 1; ids.length < glyphs; range += 2 + format) {
    const first = table.u16(range);
    const left = format === 0 ? 0 : format === 1 ? table.u8(range + 2) : table.u16(range + 2);
    for (let id = first; id <= first + left && ids.length < glyphs; id += 1) ids.push(id);
  }
  return ids;
}

/** Bit of the format of an encoding: it is followed by more codes. */
const supplement = 0x80;

/**
 * Glyphs by the codes of the font's encoding.
 *
 * @returns undefined for the expert encoding
 * @throws InputFault `invalid-file-type` when the encoding is damaged
 */
export function readBuiltInCodes(
  table: FontData,
  at: number,
  charset: readonly number[],
): Map<number, number> | 'standard' | undefined {
  if (at === 0) return 'standard';
  if (at === 1) return undefined;
  const codes = new Map<number, number>();
  const format = table.u8(at);
  const count = table.u8(at + 1);
  let end = at + 2;
  let glyph = 1;
  for (let index = 0; index < count; index += 1) {
    const first = table.u8(end);
    const left = (format & ~supplement) === 0 ? 0 : table.u8(end + 1);
    for (let code = first; code <= first + left; code += 1, glyph += 1) codes.set(code, glyph);
    end += (format & ~supplement) === 0 ? 1 : 2;
  }
  if (format & supplement) {
    const glyphOf = new Map(charset.map((id, index) => [id, index]));
    for (let index = 0; index < table.u8(end); index += 1) {
      const found = glyphOf.get(table.u16(end + 2 + index * 3));
      if (found !== undefined) codes.set(table.u8(end + 1 + index * 3), found);
    }
  }
  return codes;
}

/**
 * Which font each glyph of a font that is keyed by character ids belongs to.
 *
 * @throws InputFault `invalid-file-type` when the selection is damaged
 */
export function readFontSelection(table: FontData, at: number, glyphs: number): number[] {
  if (table.u8(at) === 0) return [...table.slice(at + 1, glyphs)];
  if (table.u8(at) !== 3) throw table.damage('has an unknown selection of fonts');
  const fonts: number[] = [];
  const ranges = table.u16(at + 1);
  for (let index = 0; index < ranges; index += 1) {
    const range = at + 3 + index * 3;
    const next = Math.min(table.u16(range + 3), glyphs);
    while (fonts.length < next) fonts.push(table.u8(range + 2));
  }
  return fonts;
}
