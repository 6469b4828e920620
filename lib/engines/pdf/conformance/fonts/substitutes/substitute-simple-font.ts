import { arrayOf, dictOf } from '../../../assembly/object-builders.ts';
import { keys, values } from '../../../keys.ts';
import { type PDFDict, PDFNumber, type PDFObject } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { symbolMap } from '../../../../fonts/sfnt/glyph-map.ts';
import { flagsOf, fontName, setWidths, subsetTag } from '../font-dictionary.ts';
import type { CffProgram } from '../programs/cff-program.ts';
import { TrueTypeProgram } from '../programs/true-type-program.ts';
import type { ShownFont } from '../shown/shown-fonts.ts';
import { simpleWidths } from '../simple/simple-widths.ts';
import { glyphNames } from '../unicode/simple-encoding.ts';
import { programEntry } from '../programs/write-program.ts';
import { requestFor } from './font-request.ts';
import { GlyphCodes } from '../programs/glyph-codes.ts';
import { blank, glyphFor } from './lookalikes.ts';
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

/**
 * Embeds a font of the layer in place of a simple font without a program (ISO 19005-2, 6.2.11.4.1): a symbolic TrueType font
 * or a Type 1 font whose codes, widths and texts are those of the font. Undefined if the layer has no font like it.
 */
export function substituteSimpleFont(
  { dict, codes }: ShownFont,
  texts: ReadonlyMap<number, string>,
  fonts: SubstituteFonts,
): Substituted | undefined {
  const { context } = dict;
  const name = fontName(dict);
  const face = fonts.faceFor(
    requestFor(dict),
    new Set([...texts.values()].filter((text) => !blank.test(text))),
  );
  if (!face) return undefined;
  const shown = [...codes.keys()];
  const blankGlyph = face.glyphOf(' ');
  const outlines = new Map(
    shown.map((code) => {
      const text = texts.get(code);
      const isBlank = text === undefined || blank.test(text);
      return [code, glyphFor(face, text ?? '') || (isBlank ? blankGlyph : 0)];
    }),
  );
  const { program, glyphOf } = face.program(new Set([0, ...outlines.values()]));
  const names = glyphNames(dict, undefined);
  const widthOf = simpleWidths(dict, names);
  const glyphs = new GlyphCodes(program);
  const byCode = new Map(
    shown.map((code) => [code, glyphs.glyphFor(glyphOf(outlines.get(code) ?? 0), widthOf(code))]),
  );
  setWidths(dict, shown, (code) => widthOf(code) ?? program.width(byCode.get(code) ?? 0));
  encode(dict, program, byCode);
  const file = programEntry(context, program, false);
  const tagged = `${subsetTag(program.write())}+${face.postScriptName}`;
  dict.set(keys.BaseFont, nameOf(tagged));
  dict.set(
    keys.FontDescriptor,
    context.register(substituteDescriptor(context, tagged, face, flagsOf(dict), file)),
  );
  const missing = shown.filter((code) => outlines.get(code) === 0).map((code) => texts.get(code) ?? '');
  return { font: name, by: face.family, missing: missing.join('') };
}

/** Maps the codes to glyphs: in TrueType by the program, in a font whose glyphs have names by these. */
function encode(
  dict: PDFDict,
  program: TrueTypeProgram | CffProgram,
  byCode: ReadonlyMap<number, number>,
): void {
  if (program instanceof TrueTypeProgram) {
    program.setMap(symbolMap((code) => byCode.get(code) ?? 0));
    dict.set(keys.Subtype, values.TrueType);
    dict.delete(keys.Encoding);
    return;
  }
  const differences: PDFObject[] = [];
  const names = new Map<number, string>();
  for (const [code, glyph] of byCode) {
    const name = names.get(glyph) ?? `c${code}`;
    names.set(glyph, name);
    program.names[glyph] = name;
    differences.push(PDFNumber.of(code), nameOf(name));
  }
  dict.set(keys.Subtype, values.Type1);
  dict.set(
    keys.Encoding,
    dictOf(dict.context, { Type: values.Encoding, Differences: arrayOf(dict.context, differences) }),
  );
}
