import { keys } from '../../../keys.ts';
import type { FontMending } from '../font-mending.ts';
import { CffProgram } from '../programs/cff-program.ts';
import { type EmbeddedProgram, readProgram } from '../programs/read-program.ts';
import { TrueTypeProgram } from '../programs/true-type-program.ts';
import { isRendered, type ShownFont } from '../shown/shown-fonts.ts';
import { substituteSimpleFont } from '../substitutes/substitute-simple-font.ts';
import { glyphNames } from '../unicode/simple-encoding.ts';
import { simpleTexts, toUnicodeOf } from '../unicode/simple-texts.ts';
import { isValidText } from '../unicode/text-values.ts';
import { writeToUnicode } from '../unicode/write-to-unicode.ts';
import { mendNamed } from './mend-named.ts';
import { type MendedFont, mendTrueType } from './mend-true-type.ts';

/** Makes a simple font conform (ISO 19005-2, 6.2.11). */
export function mendSimpleFont(font: ShownFont, mending: FontMending): void {
  const embedded = readProgram(font.dict, mending.account);
  if (!embedded) {
    embedSubstitute(font, mending);
    return;
  }
  const mended = mendProgram(font, embedded, mending);
  if (mended) mendTexts(font, mended, mending);
}

function mendProgram(
  font: ShownFont,
  embedded: EmbeddedProgram,
  mending: FontMending,
): MendedFont | undefined {
  const { program } = embedded;
  if (program instanceof TrueTypeProgram) return mendTrueType(font, program, mending);
  if (!program || (program instanceof CffProgram && program.isKeyedById)) return undefined;
  return mendNamed(font, program, embedded, mending);
}

/** Text can be extracted as before, and in levels u and a all of it (ISO 19005-2, 6.2.11.7). */
function mendTexts(font: ShownFont, { names, textOf, lostEncoding }: MendedFont, mending: FontMending): void {
  const stated = toUnicodeOf(font.dict, mending.account);
  const isNeeded = mending.needsUnicode || (lostEncoding && !font.dict.has(keys.ToUnicode));
  const codes = [...font.codes.keys()];
  if (!isNeeded || codes.every((code) => isValidText(stated?.textOf(code)))) return;
  mending.unknown += writeToUnicode(font, simpleTexts(font.dict, codes, names, stated, textOf));
}

function embedSubstitute(font: ShownFont, mending: FontMending): void {
  const { substitutes, account } = mending;
  if (!substitutes || !isRendered(font)) return;
  const names = glyphNames(font.dict, undefined);
  const texts = simpleTexts(font.dict, font.codes.keys(), names, toUnicodeOf(font.dict, account));
  const substituted = substituteSimpleFont(font, texts, substitutes);
  if (!substituted) return;
  mending.substituted(substituted);
  mending.unknown += writeToUnicode(font, texts);
}
