import { arrayAt, dictAt, nameAt, textAt } from '../../../assembly/lookup.ts';
import { arrayOf, dictOf } from '../../../assembly/object-builders.ts';
import { keys, values } from '../../../keys.ts';
import { type PDFDict, PDFNumber, type PDFObject, PDFString } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { changeDescriptor, setWidths } from '../font-dictionary.ts';
import type { FontMending } from '../font-mending.ts';
import { CffProgram } from '../programs/cff-program.ts';
import { GlyphCodes } from '../programs/glyph-codes.ts';
import type { EmbeddedProgram } from '../programs/read-program.ts';
import type { Type1Program } from '../programs/type1-program.ts';
import { programEntry } from '../programs/write-program.ts';
import type { ShownFont } from '../shown/shown-fonts.ts';
import { glyphText } from '../unicode/glyph-text.ts';
import { glyphNames, type GlyphNames, predefinedNames } from '../unicode/simple-encoding.ts';
import type { MendedFont } from './mend-true-type.ts';
import { hasWidths, simpleWidths } from './simple-widths.ts';

const missing = '.notdef';

/**
 * Makes an embedded Type 1 font conform, whose glyphs have names: all glyphs that codes refer to are present (ISO 19005-2,
 * 6.2.11.4.1) and are not `.notdef` (6.2.11.8), widths agree (6.2.11.5), and CharSet lists the glyphs (6.2.11.4.2). A code
 * without a glyph gets one that looks as `.notdef`.
 */
export function mendNamed(
  { dict, codes }: ShownFont,
  program: CffProgram | Type1Program,
  embedded: EmbeddedProgram,
  mending: FontMending,
): MendedFont {
  const names = glyphNames(dict, builtInNames(program));
  const index = new Map(program.names.map((name, glyph) => [name, glyph]));
  const byText = new Map(program.names.map((name, glyph) => [glyphText(name), glyph]));
  const notdef = index.get(missing) ?? 0;
  const widthOf = simpleWidths(dict, names);
  const glyphs = new GlyphCodes(program, notdef);
  const differences = new Map<number, string>();
  const byCode = new Map<number, number>();
  for (const [code, isVisible] of codes) {
    const name = names[code] ?? missing;
    const own = index.get(name);
    // Readers take another glyph with the same text.
    const outline = own ?? (name === missing ? undefined : byText.get(glyphText(name) ?? missing)) ?? notdef;
    const glyph = glyphs.glyphFor(outline, isVisible ? widthOf(code) : undefined);
    if (program.names[glyph] === '') {
      const free = own === undefined && name !== missing && !index.has(name) ? name : freeName(code, index);
      program.names[glyph] = free;
      index.set(free, glyph);
    }
    byCode.set(code, glyph);
    const used = program.names[glyph] ?? missing;
    if (used !== name) differences.set(code, used);
  }
  if (differences.size > 0) dict.set(keys.Encoding, changedEncoding(dict, differences));
  if (!hasWidths(dict)) setWidths(dict, codes.keys(), (code) => program.width(byCode.get(code) ?? notdef));
  const isWrong =
    embedded.key !== (program instanceof CffProgram ? 'FontFile3' : 'FontFile') ||
    (embedded.isWrapped && mending.part === 1) ||
    (embedded.key === 'FontFile3' && !allowedSubtypes.has(nameAt(embedded.stream.dict, keys.Subtype) ?? ''));
  if (glyphs.isChanged || isWrong) {
    changeDescriptor(dict, programEntry(dict.context, program, false), [embedded.key]);
    if (nameAt(dict, keys.Subtype) === 'TrueType') dict.set(keys.Subtype, values.Type1);
  }
  mendCharSet(dict, program.names, mending);
  return { names, textOf: () => undefined, lostEncoding: false };
}

const allowedSubtypes: ReadonlySet<string> = new Set(['Type1C', 'OpenType']);

function freeName(code: number, index: ReadonlyMap<string, number>): string {
  let name = `c${code}`;
  while (index.has(name)) name += '.alt';
  return name;
}

function builtInNames(program: CffProgram | Type1Program): GlyphNames | undefined {
  if (!(program instanceof CffProgram)) return program.builtInNames ?? predefinedNames('StandardEncoding');
  const { builtInCodes } = program;
  if (builtInCodes === 'standard') return predefinedNames('StandardEncoding');
  if (!builtInCodes) return undefined;
  const names = new Array<string | undefined>(256).fill(undefined);
  for (const [code, glyph] of builtInCodes) names[code] = program.names[glyph];
  return names;
}

/** The encoding of a font with other glyphs for some codes. */
function changedEncoding(dict: PDFDict, names: ReadonlyMap<number, string>): PDFDict {
  const old = dictAt(dict, keys.Encoding);
  const stated = nameAt(dict, keys.Encoding);
  const differences: PDFObject[] = [...((old && arrayAt(old, keys.Differences)?.asArray()) ?? [])];
  for (const [code, name] of names) differences.push(PDFNumber.of(code), nameOf(name));
  return dictOf(dict.context, {
    Type: values.Encoding,
    BaseEncoding: stated === undefined ? old?.get(keys.BaseEncoding) : nameOf(stated),
    Differences: arrayOf(dict.context, differences),
  });
}

/** Part 1 requires a list of the glyphs for subsets (ISO 19005-1, 6.3.5); in other parts, what is listed must be right. */
function mendCharSet(dict: PDFDict, names: readonly string[], { part }: FontMending): void {
  const descriptor = dictAt(dict, keys.FontDescriptor);
  const stated = descriptor && textAt(descriptor, keys.CharSet);
  const isSubset = /^[A-Z]{6}\+/.test(nameAt(dict, keys.BaseFont) ?? '');
  if (stated === undefined && !(part === 1 && isSubset)) return;
  const listed = new Set(
    (stated ?? '')
      .split('/')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const own = new Set(names.filter((name) => name !== missing));
  listed.delete(missing);
  if (listed.size === own.size && [...own].every((name) => listed.has(name))) return;
  changeDescriptor(dict, { CharSet: PDFString.of([...own].map((name) => `/${name}`).join('')) });
}
