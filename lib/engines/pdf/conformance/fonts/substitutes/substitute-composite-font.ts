import { ownEntry } from '../../../../../base/own-entry.ts';
import { dictAt, nameAt, textAt } from '../../../assembly/lookup.ts';
import { arrayOf, dictOf } from '../../../assembly/object-builders.ts';
import { compressedStream } from '../../../finishing/overlays/compressed-stream.ts';
import { keys, values } from '../../../keys.ts';
import { type PDFContext, type PDFDict, PDFNumber, PDFString } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { charsets } from '../../../../pdfium/fonts/font-request.ts';
import { cidWidths, widthsEntry } from '../composite/cid-widths.ts';
import { latinId } from '../composite/predefined-codes.ts';
import { flagsOf, fontName, subsetTag } from '../font-dictionary.ts';
import type { CffProgram } from '../programs/cff-program.ts';
import { GlyphCodes } from '../programs/glyph-codes.ts';
import { TrueTypeProgram } from '../programs/true-type-program.ts';
import { programEntry } from '../programs/write-program.ts';
import type { ShownFont } from '../shown/shown-fonts.ts';
import { cmapText, codeHex, sections } from '../unicode/write-to-unicode.ts';
import { requestFor } from './font-request.ts';
import { blank, glyphFor } from './lookalikes.ts';
import { substituteDescriptor } from './substitute-descriptor.ts';
import type { SubstituteFonts } from './substitute-fonts.ts';
import type { Substituted } from './substitute-simple-font.ts';

/** The charsets of Adobe's character collections. */
const charsetOf: Readonly<Record<string, number>> = {
  Japan1: charsets.japanese,
  GB1: charsets.simplifiedChinese,
  CNS1: charsets.traditionalChinese,
  Korea1: charsets.korean,
};

/**
 * Embeds a font of the layer in place of a composite font without a program (ISO 19005-2, 6.2.11.4.1). Codes keep their
 * texts and widths, and a CMap maps them to the glyphs. Undefined if the text of a code is not known.
 */
export function substituteCompositeFont(
  { dict, codes, lengths, reader }: ShownFont,
  descendant: PDFDict,
  texts: ReadonlyMap<number, string>,
  fonts: SubstituteFonts,
): Substituted | undefined {
  const shown = [...codes.keys()];
  if (shown.some((code) => codes.get(code) && !texts.has(code))) return undefined;
  const { context } = dict;
  const encoding = nameAt(dict, keys.Encoding) ?? '';
  const info = dictAt(descendant, keys.CIDSystemInfo);
  const charset = ownEntry(charsetOf, (info && textAt(info, keys.Ordering)) ?? '') ?? 0;
  const request = requestFor(descendant, charset);
  const face = fonts.faceFor(request, new Set([...texts.values()].filter((text) => !blank.test(text))));
  if (!face) return undefined;
  const outlines = new Map(
    shown.map((code) => {
      const text = texts.get(code) ?? ' ';
      return [code, glyphFor(face, text) || (blank.test(text) ? face.glyphOf(' ') : 0)];
    }),
  );
  const { program, glyphOf } = face.program(new Set([0, ...outlines.values()]));
  const widthOf = cidWidths(descendant);
  const glyphs = new GlyphCodes(program);
  const byCode = new Map(
    shown.map((code) => {
      const id = reader.idOf(code) ?? latinId(encoding, texts.get(code));
      return [code, glyphs.glyphFor(glyphOf(outlines.get(code) ?? 0), widthOf(id ?? -1))];
    }),
  );
  const tagged = `${subsetTag(program.write())}+${face.postScriptName}`;
  dict.set(keys.BaseFont, nameOf(tagged));
  dict.set(keys.Encoding, codeMap(context, byCode, lengths, encoding.endsWith('V')));
  const font = cidFont(context, program, tagged);
  const file = programEntry(context, program, true);
  font.set(
    keys.W,
    widthsEntry(font, new Map([...byCode.values()].map((glyph) => [glyph, program.width(glyph)]))),
  );
  font.set(
    keys.FontDescriptor,
    context.register(substituteDescriptor(context, tagged, face, flagsOf(descendant), file)),
  );
  dict.set(keys.DescendantFonts, arrayOf(context, [context.register(font)]));
  const missing = shown.filter((code) => outlines.get(code) === 0).map((code) => texts.get(code) ?? '');
  return { font: fontName(descendant), by: face.family, missing: missing.join('') };
}

const systemInfo = (context: PDFContext): PDFDict =>
  dictOf(context, {
    Registry: PDFString.of('Adobe'),
    Ordering: PDFString.of('Identity'),
    Supplement: PDFNumber.of(0),
  });

/** A CIDFont whose character ids are the numbers of glyphs. */
function cidFont(context: PDFContext, program: TrueTypeProgram | CffProgram, name: string): PDFDict {
  const isTrueType = program instanceof TrueTypeProgram;
  if (!isTrueType) for (const glyph of program.ids.keys()) program.ids[glyph] = glyph;
  return dictOf(context, {
    Type: values.Font,
    Subtype: isTrueType ? values.CIDFontType2 : values.CIDFontType0,
    BaseFont: nameOf(name),
    CIDSystemInfo: systemInfo(context),
    CIDToGIDMap: isTrueType ? values.Identity : undefined,
  });
}

/** A CMap of codes to glyphs (PDF 32000-1, 9.7.5.4). */
function codeMap(
  context: PDFContext,
  glyphs: ReadonlyMap<number, number>,
  lengths: ReadonlyMap<number, number>,
  isVertical: boolean,
): ReturnType<PDFContext['register']> {
  const name = 'Adobe-Identity-Codes';
  const hex = (code: number): string => codeHex(code, lengths.get(code) ?? 2);
  const sorted = [...glyphs].sort(([one], [other]) => one - other);
  const content = cmapText([
    '/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def',
    `/CMapName /${name} def`,
    '/CMapType 1 def',
    `/WMode ${isVertical ? 1 : 0} def`,
    ...sections('codespacerange', codeSpaces(glyphs.keys(), lengths)),
    ...sections(
      'cidchar',
      sorted.map(([code, glyph]) => `<${hex(code)}> ${glyph}`),
    ),
  ]);
  return context.register(
    compressedStream(context, content, {
      Type: values.CMap,
      CMapName: nameOf(name),
      CIDSystemInfo: systemInfo(context),
      WMode: PDFNumber.of(isVertical ? 1 : 0),
    }),
  );
}

/** Ranges that do not overlap: by the first bytes of the codes that are shown. */
function codeSpaces(codes: Iterable<number>, lengths: ReadonlyMap<number, number>): string[] {
  const spaces = new Set<string>();
  for (const code of codes) {
    const length = lengths.get(code) ?? 2;
    const rest = 256 ** (length - 1);
    const first = Math.floor(code / rest) * rest;
    spaces.add(`<${codeHex(first, length)}> <${codeHex(first + rest - 1, length)}>`);
  }
  return [...spaces];
}
