import type { FontMending } from '../font-mending.ts';
import type { ShownFont } from '../shown/shown-fonts.ts';
import { glyphNames } from '../unicode/simple-encoding.ts';
import { simpleTexts, toUnicodeOf } from '../unicode/simple-texts.ts';
import { isValidText } from '../unicode/text-values.ts';
import { writeToUnicode } from '../unicode/write-to-unicode.ts';

/** Gives a Type 3 font, whose glyphs are content, the texts that levels u and a require (ISO 19005-2, 6.2.11.7.2). */
export function mendDrawnFont(font: ShownFont, mending: FontMending): void {
  if (!mending.needsUnicode) return;
  const stated = toUnicodeOf(font.dict, mending.account);
  const codes = [...font.codes.keys()];
  if (codes.every((code) => isValidText(stated?.textOf(code)))) return;
  mending.unknown += writeToUnicode(font, simpleTexts(font.dict, codes, glyphNames(font.dict, []), stated));
}
