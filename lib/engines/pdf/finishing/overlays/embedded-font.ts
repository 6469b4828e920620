import { createHash } from 'node:crypto';
import { readTables } from '../../../fonts/sfnt/tables.ts';
import type { FontFacts } from '../../../fonts/shaping/shaped-line.ts';
import { arrayOf, dictOf } from '../../assembly/object-builders.ts';
import { values } from '../../keys.ts';
import {
  type PDFArray,
  type PDFContext,
  type PDFDict,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';
import { compressedStream } from './compressed-stream.ts';
import { type DocumentFont, type FontGlyph, inUnits } from './document-font.ts';
import { numbers } from './form-xobject.ts';
import { toUnicodeCMap } from './to-unicode.ts';

/** Bit 3: the font has characters beyond those of Adobe's standard set (PDF 32000-1, table 123). */
const symbolicFlag = 4;

/** Of a regular font, in units of the font. Readers use it for substitutes only. */
const stemWidth = 80;

/**
 * A composite font (PDF 32000-1, 9.7) with the glyphs that a document uses.
 *
 * @param subset a font with these glyphs
 */
export function embeddedFont(context: PDFContext, font: DocumentFont, subset: Buffer): PDFDict {
  const facts = font.run.font;
  const isTrueType = facts.outlines === 'TrueType';
  const name = `${subsetTag(subset)}+${facts.postScriptName === '' ? 'Font' : facts.postScriptName}`;
  const descendant = dictOf(context, {
    Type: values.Font,
    Subtype: isTrueType ? values.CIDFontType2 : values.CIDFontType0,
    BaseFont: nameOf(name),
    CIDSystemInfo: dictOf(context, {
      Registry: PDFString.of('Adobe'),
      Ordering: PDFString.of('Identity'),
      Supplement: PDFNumber.of(0),
    }),
    FontDescriptor: context.register(descriptor(context, name, facts, subset)),
    W: widths(context, font.glyphs),
    CIDToGIDMap: isTrueType ? glyphMap(context, font.glyphs) : undefined,
  });
  const toUnicode = Buffer.from(toUnicodeCMap(font.texts), 'latin1');
  return dictOf(context, {
    Type: values.Font,
    Subtype: values.Type0,
    BaseFont: nameOf(isTrueType ? name : `${name}-Identity-H`),
    Encoding: values['Identity-H'],
    DescendantFonts: arrayOf(context, [context.register(descendant)]),
    ToUnicode: context.register(compressedStream(context, toUnicode)),
  });
}

function descriptor(context: PDFContext, name: string, facts: FontFacts, subset: Buffer): PDFDict {
  const units = (ems: number): PDFNumber => PDFNumber.of(inUnits(ems));
  return dictOf(context, {
    Type: values.FontDescriptor,
    FontName: nameOf(name),
    Flags: PDFNumber.of(symbolicFlag),
    FontBBox: numbers(context, facts.bounds.map(inUnits)),
    ItalicAngle: PDFNumber.of(facts.italicAngle),
    Ascent: units(facts.ascent),
    Descent: units(facts.descent),
    CapHeight: units(facts.capHeight),
    StemV: PDFNumber.of(stemWidth),
    ...fontFile(context, facts, subset),
  });
}

/** TrueType fonts are embedded as they are, of fonts with PostScript outlines only these (PDF 32000-1, 9.9). */
function fontFile(
  context: PDFContext,
  { outlines }: FontFacts,
  subset: Buffer,
): { FontFile2: PDFObject } | { FontFile3: PDFObject } {
  if (outlines === 'TrueType') {
    const stream = compressedStream(context, subset, { Length1: PDFNumber.of(subset.length) });
    return { FontFile2: context.register(stream) };
  }
  const table = readTables(subset).get('CFF ');
  if (!table) throw new Error('the subset of the font has no outlines');
  const stream = compressedStream(context, table, { Subtype: values.CIDFontType0C });
  return { FontFile3: context.register(stream) };
}

/** Widths of the codes (PDF 32000-1, 9.7.4.3): `first [width width …]` for codes in sequence. */
function widths(context: PDFContext, glyphs: readonly FontGlyph[]): PDFArray {
  const sequences: { first: number; widths: number[] }[] = [];
  for (const { code, width } of glyphs) {
    const last = sequences.at(-1);
    if (last && code === last.first + last.widths.length) last.widths.push(width);
    else sequences.push({ first: code, widths: [width] });
  }
  return arrayOf(
    context,
    sequences.flatMap(({ first, widths: all }) => [PDFNumber.of(first), numbers(context, all)]),
  );
}

/** The glyph ids of the codes (PDF 32000-1, 9.7.4.2). */
function glyphMap(context: PDFContext, glyphs: readonly FontGlyph[]): PDFObject {
  if (glyphs.every(({ code, id }) => code === id)) return values.Identity;
  const map = Buffer.alloc(((glyphs.at(-1)?.code ?? 0) + 1) * 2);
  for (const { code, id } of glyphs) map.writeUInt16BE(id, code * 2);
  return context.register(compressedStream(context, map));
}

/** Six letters that differ for different subsets of a font (PDF 32000-1, 9.6.4). */
const subsetTag = (subset: Buffer): string =>
  [...createHash('sha256').update(subset).digest().subarray(0, 6)]
    .map((byte) => String.fromCharCode(65 + (byte % 26)))
    .join('');
