import { keys, values } from '../../../keys.ts';
import { nameOf } from '../../../syntax/names.ts';
import { symbolMap } from '../../../../fonts/sfnt/glyph-map.ts';
import { flagsOf, fontName, setWidths, subsetTag, trueTypeStream } from '../font-dictionary.ts';
import { TrueTypeProgram } from '../programs/true-type-program.ts';
import type { ShownFont } from '../shown/shown-fonts.ts';
import { simpleWidths } from '../simple/simple-widths.ts';
import { glyphNames } from '../unicode/simple-encoding.ts';
import { requestFor } from './font-request.ts';
import { GlyphCodes } from '../programs/glyph-codes.ts';
import { substituteDescriptor } from './substitute-descriptor.ts';
import type { SubstituteFonts } from './substitute-fonts.ts';

/** What became of a font that is not embedded. */
export interface Substituted {
  font: string;
  /** The family of its substitute. */
  by: string;
  /** The characters that the substitute does not have. */
  missing: string;
}

/** Characters that a font without them is drawn without: spaces and controls. */
const blank = /^[\p{Z}\p{C}]$/u;

/** Other characters with the same look. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['\u00a0', ' '],
  ['\u00ad', '-'],
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['⟨', '〈'],
  ['⟩', '〉'],
  ['∆', 'Δ'],
  ['Ω', 'Ω'],
  ['µ', 'μ'],
  ['ϕ', 'φ'],
  ['ˉ', '¯'],
]);

/**
 * Embeds a font of the layer in place of a simple font without a program (ISO 19005-2, 6.2.11.4.1): a symbolic TrueType
 * font whose codes, widths and texts are those of the font. Undefined if the layer has no font like it.
 */
export function substituteSimpleFont(
  { dict, codes }: ShownFont,
  texts: ReadonlyMap<number, string>,
  fonts: SubstituteFonts,
): Substituted | undefined {
  const { context } = dict;
  const name = fontName(dict);
  const face = fonts.faceFor(requestFor(dict), new Set([...texts.values()].filter((text) => !blank.test(text))));
  if (face?.outlines !== 'TrueType') return undefined;
  const glyphOf = (code: number): number => {
    const text = texts.get(code) ?? '';
    return face.glyphOf(text) || face.glyphOf(lookalikes.get(text) ?? '');
  };
  const shown = [...codes.keys()];
  const blankGlyph = face.glyphOf(' ');
  const program = TrueTypeProgram.read(face.subset(new Set([0, blankGlyph, ...shown.map(glyphOf)])));
  if (!program) return undefined;
  const names = glyphNames(dict, undefined);
  const widthOf = simpleWidths(dict, names);
  const glyphs = new GlyphCodes(program);
  const byCode = new Map<number, number>();
  let missing = '';
  for (const code of shown) {
    const text = texts.get(code);
    const isBlank = text === undefined || blank.test(text);
    const glyph = glyphOf(code) || (isBlank ? blankGlyph : 0);
    if (glyph === 0) missing += text ?? '';
    byCode.set(code, glyphs.glyphFor(glyph, widthOf(code)));
  }
  program.setMap(symbolMap((code) => byCode.get(code) ?? 0));
  setWidths(dict, shown, (code) => widthOf(code) ?? program.width(byCode.get(code) ?? 0));
  const bytes = program.write();
  const tagged = `${subsetTag(bytes)}+${face.postScriptName}`;
  dict.set(keys.Subtype, values.TrueType);
  dict.set(keys.BaseFont, nameOf(tagged));
  dict.delete(keys.Encoding);
  const file = { FontFile2: trueTypeStream(context, bytes) };
  dict.set(keys.FontDescriptor, context.register(substituteDescriptor(context, tagged, face, flagsOf(dict), file)));
  return { font: name, by: face.family, missing };
}
