import { dictAt, nameAt, textAt } from '../../../assembly/lookup.ts';
import { keys, values } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { changeDescriptor } from '../font-dictionary.ts';
import type { FontMending } from '../font-mending.ts';
import type { CffProgram } from '../programs/cff-program.ts';
import { GlyphCodes } from '../programs/glyph-codes.ts';
import { type EmbeddedProgram, readProgram } from '../programs/read-program.ts';
import { TrueTypeProgram } from '../programs/true-type-program.ts';
import { Type1Program } from '../programs/type1-program.ts';
import { programEntry } from '../programs/write-program.ts';
import { isRendered, type ShownFont } from '../shown/shown-fonts.ts';
import { substituteCompositeFont } from '../substitutes/substitute-composite-font.ts';
import { glyphText } from '../unicode/glyph-text.ts';
import { toUnicodeOf } from '../unicode/simple-texts.ts';
import { isValidText } from '../unicode/text-values.ts';
import { writeToUnicode } from '../unicode/write-to-unicode.ts';
import { type CidGlyphs, cidGlyphs } from './cid-glyphs.ts';
import { mendCidSet } from './cid-set.ts';
import { cidWidths } from './cid-widths.ts';
import { compositeTexts } from './composite-texts.ts';
import { descendantOf, ownDescendant } from './descendant.ts';

/** Makes a composite font conform (ISO 19005-2, 6.2.11). */
export function mendCompositeFont(font: ShownFont, mending: FontMending): void {
  const shared = descendantOf(font.dict);
  if (!shared) return;
  const embedded = readProgram(shared, mending.account);
  if (!embedded) {
    embedSubstitute(font, shared, mending);
    return;
  }
  const descendant = ownDescendant(font.dict, shared);
  mendSystemInfo(font.dict, descendant);
  if (nameAt(descendant, keys.Subtype) === 'CIDFontType2' && !descendant.has(keys.CIDToGIDMap))
    descendant.set(keys.CIDToGIDMap, values.Identity);
  const { program } = embedded;
  if (!program || program instanceof Type1Program || hasStrayMap(descendant, program)) return;
  const glyphs = cidGlyphs(descendant, program, mending.account);
  const texts = textsOfGlyphs(font, program, glyphs);
  mendGlyphs(font, descendant, embedded, program, glyphs, mending);
  mendCidSet(font.dict, descendant, cidGlyphs(descendant, program, mending.account), mending);
  if (mending.needsUnicode) mendTexts(font, descendant, texts, mending);
}

/** Readers disagree about PostScript outlines with a map of character ids, which only TrueType has. */
const hasStrayMap = (descendant: PDFDict, program: TrueTypeProgram | CffProgram): boolean =>
  !(program instanceof TrueTypeProgram) && dictAt(descendant, keys.CIDToGIDMap) !== undefined;

/** Glyphs that codes show are present and not `.notdef` (6.2.11.4.1, 6.2.11.8), and their widths agree (6.2.11.5). */
function mendGlyphs(
  { codes, reader }: ShownFont,
  descendant: PDFDict,
  embedded: EmbeddedProgram,
  program: TrueTypeProgram | CffProgram,
  glyphs: CidGlyphs,
  { part }: FontMending,
): void {
  const widthOf = cidWidths(descendant);
  const used = new GlyphCodes(program);
  const changed = new Map<number, number>();
  for (const [code, isVisible] of codes) {
    const id = reader.idOf(code);
    if (id === undefined) continue;
    const outline = glyphs.glyphOf(id);
    const glyph = used.glyphFor(outline, isVisible ? widthOf(id) : undefined);
    if (glyph !== outline) changed.set(id, glyph);
  }
  if (changed.size > 0) glyphs.change(descendant, changed);
  const isTrueType = program instanceof TrueTypeProgram;
  const subtype = isTrueType ? 'CIDFontType2' : 'CIDFontType0';
  const isWrong =
    embedded.key !== (isTrueType ? 'FontFile2' : 'FontFile3') ||
    (embedded.isWrapped && part === 1) ||
    (!isTrueType && !allowedSubtypes.has(nameAt(embedded.stream.dict, keys.Subtype) ?? ''));
  if (used.isChanged || isWrong)
    changeDescriptor(descendant, programEntry(descendant.context, program, true), [embedded.key]);
  if (nameAt(descendant, keys.Subtype) !== subtype) {
    descendant.set(keys.Subtype, values[subtype]);
    if (isTrueType && !descendant.has(keys.CIDToGIDMap)) descendant.set(keys.CIDToGIDMap, values.Identity);
  }
}

const allowedSubtypes: ReadonlySet<string> = new Set(['CIDFontType0C', 'OpenType']);

/** The character collection of the font is that of its CMap (6.2.11.3.1). */
function mendSystemInfo(font: PDFDict, descendant: PDFDict): void {
  const cmap = dictAt(font, keys.Encoding);
  const wanted = cmap && dictAt(cmap, keys.CIDSystemInfo);
  const own = dictAt(descendant, keys.CIDSystemInfo);
  if (!wanted) return;
  const isSame = [keys.Registry, keys.Ordering].every(
    (key) => own && textAt(own, key) === textAt(wanted, key),
  );
  if (!isSame) descendant.set(keys.CIDSystemInfo, wanted);
}

/** Reads what a program says about the texts of codes, before it is changed. */
function textsOfGlyphs(
  { codes, reader }: ShownFont,
  program: TrueTypeProgram | CffProgram,
  glyphs: CidGlyphs,
): ReadonlyMap<number, string> {
  const byGlyph = new Map<number, string>();
  if (program instanceof TrueTypeProgram) {
    const unicode = program.maps.find(
      ({ platform, encoding }) => platform === 0 || (platform === 3 && encoding !== 0),
    );
    for (const [code, glyph] of unicode?.glyphs ?? [])
      if (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && !byGlyph.has(glyph))
        byGlyph.set(glyph, String.fromCodePoint(code));
  } else
    for (const [glyph, name] of program.names.entries()) {
      const text = glyphText(name);
      if (text !== undefined) byGlyph.set(glyph, text);
    }
  const texts = new Map<number, string>();
  for (const code of codes.keys()) {
    const id = reader.idOf(code);
    const text = id === undefined ? undefined : byGlyph.get(glyphs.glyphOf(id));
    if (text !== undefined) texts.set(code, text);
  }
  return texts;
}

/**
 * Levels u and a require texts (6.2.11.7.2), but for the character collections of Adobe, whose ids have known texts.
 */
function mendTexts(
  font: ShownFont,
  descendant: PDFDict,
  ofProgram: ReadonlyMap<number, string>,
  mending: FontMending,
): void {
  const stated = toUnicodeOf(font.dict, mending.account);
  const texts = [...font.codes.keys()].map((code) => stated?.textOf(code));
  if (texts.every(isValidText)) return;
  const info = dictAt(descendant, keys.CIDSystemInfo);
  const ordering = (info && textAt(info, keys.Ordering)) ?? '';
  if (collections.has(ordering)) {
    if (!texts.every((text) => text === undefined || isValidText(text))) font.dict.delete(keys.ToUnicode);
    return;
  }
  mending.unknown += writeToUnicode(
    font,
    compositeTexts(font, stated, (code) => ofProgram.get(code)),
  );
}

const collections: ReadonlySet<string> = new Set(['GB1', 'CNS1', 'Japan1', 'Korea1']);

function embedSubstitute(font: ShownFont, descendant: PDFDict, mending: FontMending): void {
  const { substitutes, account } = mending;
  if (!substitutes || !isRendered(font)) return;
  const texts = compositeTexts(font, toUnicodeOf(font.dict, account));
  const substituted = substituteCompositeFont(font, descendant, texts, substitutes);
  if (!substituted) return;
  mending.substituted(substituted);
  const own = descendantOf(font.dict);
  const embedded = own && readProgram(own, account);
  if (own && embedded?.program && !(embedded.program instanceof Type1Program))
    mendCidSet(font.dict, own, cidGlyphs(own, embedded.program, account), mending);
  mending.unknown += writeToUnicode(font, texts);
}
