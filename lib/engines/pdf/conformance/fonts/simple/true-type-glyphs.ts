import { predefinedNames } from '../unicode/simple-encoding.ts';
import type { GlyphNames } from '../unicode/simple-encoding.ts';
import { glyphText } from '../unicode/glyph-text.ts';
import type { TrueTypeProgram } from '../programs/true-type-program.ts';
import { glyphNamesOf } from '../programs/post-names.ts';

/** Where fonts for symbols have their codes. */
const symbolBases = [0, 0xf000, 0xf100, 0xf200];

/**
 * The glyph of each code of a simple TrueType font (PDF 32000-1, 9.6.6.4); 0 if it has none.
 *
 * @param names of the codes; undefined if the font has no encoding, or is symbolic
 */
export function trueTypeGlyphs(
  program: TrueTypeProgram,
  names: GlyphNames | undefined,
): (code: number) => number {
  const unicode = program.map(3, 1) ?? program.map(3, 10) ?? program.map(0, 3) ?? program.map(0, 1);
  const roman = program.map(1, 0);
  const symbols = program.map(3, 0);
  let postNames: ReadonlyMap<string, number> | undefined;
  const named = (name: string): number | undefined => {
    const character = glyphText(name)?.codePointAt(0);
    const found = character === undefined ? undefined : unicode?.get(character);
    return (
      found ?? roman?.get(romanCodes().get(name) ?? -1) ?? (postNames ??= glyphNamesOf(program)).get(name)
    );
  };
  const coded = (code: number): number | undefined =>
    symbolBases.map((base) => symbols?.get(base + code)).find((glyph) => glyph !== undefined) ??
    roman?.get(code);
  return (code) => {
    const name = names?.[code];
    const glyph = (name === undefined ? undefined : named(name)) ?? coded(code) ?? unicode?.get(code) ?? 0;
    return glyph < program.glyphCount ? glyph : 0;
  };
}

let codes: ReadonlyMap<string, number> | undefined;

/** The codes of the names in MacRomanEncoding. */
function romanCodes(): ReadonlyMap<string, number> {
  codes ??= new Map(
    (predefinedNames('MacRomanEncoding') ?? []).flatMap((name, code) =>
      name === undefined ? [] : [[name, code]],
    ),
  );
  return codes;
}
