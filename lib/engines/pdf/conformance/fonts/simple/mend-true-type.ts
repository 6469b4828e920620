import { symbolMap } from '../../../../fonts/sfnt/glyph-map.ts';
import { dictAt, nameAt, arrayAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFName, PDFNumber } from '../../../objects.ts';
import { nameText } from '../../../syntax/names.ts';
import { changeDescriptor, flags, flagsOf, setWidths, withSymbolic } from '../font-dictionary.ts';
import type { FontMending } from '../font-mending.ts';
import { GlyphCodes } from '../programs/glyph-codes.ts';
import { glyphNamesOf } from '../programs/post-names.ts';
import type { TrueTypeProgram } from '../programs/true-type-program.ts';
import { programEntry } from '../programs/write-program.ts';
import type { ShownFont } from '../shown/shown-fonts.ts';
import { glyphText } from '../unicode/glyph-text.ts';
import { glyphNames, type GlyphNames } from '../unicode/simple-encoding.ts';
import { hasWidths, simpleWidths } from './simple-widths.ts';
import { trueTypeGlyphs } from './true-type-glyphs.ts';

/** What a corrected font says about the texts of its codes. */
export interface MendedFont {
  names: GlyphNames;
  textOf: (code: number) => string | undefined;
  /** Whether the encoding no longer defines the texts, which it did before. */
  lostEncoding: boolean;
}

/**
 * Makes an embedded simple TrueType font conform: no code shows `.notdef`, widths agree (ISO 19005-2, 6.2.11.5), and the
 * encoding is one of the two that are allowed (6.2.11.6). If it is not, the font becomes a symbolic one, whose `cmap` has
 * the codes. All codes show the same outlines as before.
 */
export function mendTrueType(
  { dict, codes }: ShownFont,
  program: TrueTypeProgram,
  mending: FontMending,
): MendedFont {
  const isSymbolic = (flagsOf(dict) & flags.symbolic) !== 0;
  const names = dict.has(keys.Encoding) || !isSymbolic ? glyphNames(dict, isSymbolic ? [] : undefined) : [];
  const glyphOf = trueTypeGlyphs(program, names);
  const widthOf = simpleWidths(dict, names);
  const glyphs = new GlyphCodes(program);
  const texts = textsOfGlyphs(program);
  const outlines = new Map([...codes.keys()].map((code) => [code, glyphOf(code)]));
  const byCode = new Map<number, number>();
  for (const [code, isVisible] of codes)
    byCode.set(code, glyphs.glyphFor(outlines.get(code) ?? 0, isVisible ? widthOf(code) : undefined));
  const mustMap = [...byCode].some(([code, glyph]) => glyph !== outlines.get(code));
  const lostEncoding = mustMap || !hasAllowedEncoding(dict, program, isSymbolic, mending);
  if (!hasWidths(dict)) setWidths(dict, codes.keys(), (code) => program.width(byCode.get(code) ?? 0));
  if (lostEncoding) {
    program.setMap(symbolMap((code) => byCode.get(code) ?? glyphOf(code)));
    dict.delete(keys.Encoding);
  }
  if (lostEncoding || glyphs.isChanged)
    changeDescriptor(dict, {
      Flags: PDFNumber.of(withSymbolic(flagsOf(dict), isSymbolic || lostEncoding)),
      ...programEntry(dict.context, program, false),
    });
  return { names, textOf: (code) => texts.get(outlines.get(code) ?? 0), lostEncoding };
}

/** The texts of glyphs by the characters and the names that the program has for them. */
function textsOfGlyphs(program: TrueTypeProgram): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const add = (glyph: number, text: string | undefined): void => {
    if (text !== undefined && !texts.has(glyph)) texts.set(glyph, text);
  };
  const unicode = program.maps.find(
    ({ platform, encoding }) => platform === 0 || (platform === 3 && encoding !== 0),
  );
  for (const [code, glyph] of unicode?.glyphs ?? [])
    if (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) add(glyph, String.fromCodePoint(code));
  for (const [name, glyph] of glyphNamesOf(program)) add(glyph, glyphText(name));
  return texts;
}

/** ISO 19005-2, 6.2.11.6; in part 1 (6.3.7) the `cmap` of a symbolic font has exactly one subtable. */
function hasAllowedEncoding(
  dict: PDFDict,
  program: TrueTypeProgram,
  isSymbolic: boolean,
  { part }: FontMending,
): boolean {
  const isFlagged = isSymbolic === ((flagsOf(dict) & flags.nonsymbolic) === 0);
  if (isSymbolic) {
    const maps = program.maps.length;
    return (
      isFlagged && !dict.has(keys.Encoding) && (maps === 1 || (part !== 1 && program.map(3, 0) !== undefined))
    );
  }
  const hasUnicode = program.map(3, 1) !== undefined;
  if (!isFlagged || !(hasUnicode || program.map(1, 0))) return false;
  const stated = nameAt(dict, keys.Encoding);
  if (stated !== undefined) return allowedEncodings.has(stated);
  const encoding = dictAt(dict, keys.Encoding);
  if (!encoding || !allowedEncodings.has(nameAt(encoding, keys.BaseEncoding) ?? '')) return false;
  const differences = (arrayAt(encoding, keys.Differences)?.asArray() ?? []).filter(
    (item) => item instanceof PDFName,
  );
  return (
    differences.length === 0 ||
    (hasUnicode && differences.every((name) => glyphText(nameText(name)) !== undefined))
  );
}

const allowedEncodings: ReadonlySet<string> = new Set(['WinAnsiEncoding', 'MacRomanEncoding']);
