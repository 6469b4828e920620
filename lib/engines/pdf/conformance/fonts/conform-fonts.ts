import {
  type FontWarning,
  missingGlyphWarnings,
  substitutionWarnings,
} from '../../../fonts/font-warnings.ts';
import { nameAt } from '../../assembly/lookup.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import type { TextSetting } from '../../finishing/finishing.ts';
import { keys, values } from '../../keys.ts';
import type { ConformanceTarget } from '../target.ts';
import { mendCompositeFont } from './composite/mend-composite-font.ts';
import { FontMending } from './font-mending.ts';
import { mendSimpleFont } from './simple/mend-simple-font.ts';
import { mendDrawnFont } from './simple/mend-drawn-font.ts';
import { findShownFonts } from './shown/shown-fonts.ts';

/** A font or characters that were replaced, or text that is not known. */
export type FontConformanceWarning = FontWarning | { code: 'characters-unknown'; message: string };

/**
 * Makes the fonts of a document conform: embeds those that are missing, and corrects their dictionaries and programs. What
 * text looks like does not change, unless its font is not embedded. What cannot be corrected is left as it is.
 *
 * @param text the fonts of the installation, which replace fonts that are not embedded; undefined if it has none
 * @throws InputFault `file-too-large` when contents or fonts exceed the budget of the request
 */
export function conformFonts(
  document: BuiltDocument,
  target: ConformanceTarget,
  text: TextSetting | undefined,
): FontConformanceWarning[] {
  const mending = new FontMending(document, target, text?.substitutes);
  for (const font of findShownFonts(document)) {
    const subtype = nameAt(font.dict, keys.Subtype) ?? '';
    font.dict.set(keys.Type, values.Font);
    if (simpleTypes.has(subtype)) mendSimpleFont(font, mending);
    else if (subtype === 'Type0') mendCompositeFont(font, mending);
    else if (subtype === 'Type3') mendDrawnFont(font, mending);
  }
  const { substitutions, missing, unknown } = mending;
  return [
    ...substitutionWarnings(substitutions),
    ...missingGlyphWarnings(missing),
    ...(unknown > 0 ? [unknownWarning(unknown)] : []),
  ];
}

const simpleTypes: ReadonlySet<string> = new Set(['Type1', 'MMType1', 'TrueType']);

function unknownWarning(count: number): FontConformanceWarning {
  const message =
    count === 1
      ? 'The document does not specify the text of a character; U+FFFD stands for it.'
      : `The document does not specify the text of ${count} characters; U+FFFD stands for each.`;
  return { code: 'characters-unknown', message };
}
