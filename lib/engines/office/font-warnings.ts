import { type FontInventory, isCovered, isVisible } from '../fonts/font-inventory.ts';
import {
  type FontWarning,
  missingGlyphWarnings,
  type Substitution,
  substitutionWarnings,
} from '../fonts/font-warnings.ts';
import { type PdfFont, readFonts } from '../pdf/generated/fonts.ts';
import { namedFonts } from './named-fonts.ts';
import type { FontUse } from './libreoffice/host-protocol.ts';
import type { RandomAccess } from '../../base/random-access.ts';

/**
 * Warns about fonts that LibreOffice replaced and characters for which it had no glyph.
 *
 * @param document path of the converted document; only fonts that it names count
 * @param pdf LibreOffice's output; only fonts that it contains count
 * @param uses font uses that the conversion's process reported
 */
export async function fontWarnings(
  document: string,
  pdf: RandomAccess,
  uses: readonly FontUse[],
  inventory: FontInventory,
): Promise<FontWarning[]> {
  const fonts = await readFonts(pdf);
  const substitutions = [...substitutionsIn(fonts, uses, inventory)];
  const named = await namedFonts(
    document,
    substitutions.map(({ font }) => font),
  );
  return [
    ...substitutionWarnings(substitutions.filter(({ font }) => named.has(font))),
    ...missingGlyphWarnings(missingCharacters(fonts, inventory)),
  ];
}

function* substitutionsIn(
  fonts: readonly PdfFont[],
  uses: readonly FontUse[],
  { families }: FontInventory,
): Generator<Substitution> {
  // Spaces show no font.
  const present = new Set(fonts.filter(({ text }) => /\S/.test(text)).map(({ name }) => name));
  const isPresent = (family: string): boolean =>
    Object.hasOwn(families, family) && (families[family] ?? []).some((name) => present.has(name));
  for (const { requested, used } of uses) {
    const font = familyOf(requested);
    const [first = '', ...fallbacks] = used.map(familyOf);
    if (isInternal(font) || font.toLowerCase() === first.toLowerCase()) continue;
    const by = [first, ...fallbacks].find(isPresent);
    if (by !== undefined) yield { font, by };
  }
}

/** Without the style: `family/style`. */
const familyOf = (name: string): string => name.split('/')[0] ?? '';

/**
 * Whether the name is internal to LibreOffice: lists of alternatives are for its user interface and its defaults;
 * `+mn-lt` is a theme font that the theme does not name.
 */
const isInternal = (font: string): boolean => font === '' || font.includes(';') || font.startsWith('+');

/**
 * LibreOffice shows the glyph of a missing character from the requested font. In a PDF, such a glyph maps to the first
 * of the characters it is shown for.
 */
function* missingCharacters(fonts: readonly PdfFont[], inventory: FontInventory): Generator<string> {
  const known = new Set(Object.values(inventory.families).flat());
  for (const { name, text } of fonts) {
    // A font embedded in the document has its own characters.
    if (!known.has(name)) continue;
    for (const character of text) {
      if (isVisible(character) && !isCovered(inventory, character)) yield character;
    }
  }
}
