import { dictAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import type { PDFDict } from '../../objects.ts';
import type { FontMending } from './font-mending.ts';
import type { ShownFont } from './shown/shown-fonts.ts';
import { substituteSimpleFont } from './substitutes/substitute-simple-font.ts';
import { glyphNames } from './unicode/simple-encoding.ts';
import { simpleTexts, toUnicodeOf } from './unicode/simple-texts.ts';
import { writeToUnicode } from './unicode/write-to-unicode.ts';

/** Makes a simple font conform (ISO 19005-2, 6.2.11). */
export function mendSimpleFont(font: ShownFont, mending: FontMending): void {
  if (!isEmbedded(font.dict)) embedSubstitute(font, mending);
}

const isEmbedded = (font: PDFDict): boolean => {
  const descriptor = dictAt(font, keys.FontDescriptor);
  return [keys.FontFile, keys.FontFile2, keys.FontFile3].some((key) => descriptor?.has(key));
};

function embedSubstitute(font: ShownFont, mending: FontMending): void {
  const { substitutes, account } = mending;
  if (!substitutes || ![...font.codes.values()].includes(true)) return;
  const names = glyphNames(font.dict, undefined);
  const texts = simpleTexts(font.dict, font.codes.keys(), names, toUnicodeOf(font.dict, account));
  const substituted = substituteSimpleFont(font, texts, substitutes);
  if (!substituted) return;
  mending.substituted(substituted);
  mending.unknown += writeToUnicode(font, texts);
}
