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
 * Warns of fonts that LibreOffice replaced and of characters that it had no glyph for.
 *
 * @param document path of what was converted; only fonts that it names count
 * @param pdf what LibreOffice made; only fonts that it contains count
 * @param uses of fonts, as the process reports them that read the document
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
 * Whether the name is LibreOffice's own: lists of alternatives are for its user interface and its defaults, `+mn-lt` is
 * a theme's font that the theme does not name.
 */
const isInternal = (font: string): boolean => font === '' || font.includes(';') || font.startsWith('+');

/**
 * LibreOffice shows the glyph of a missing character from the font that was asked for. In a PDF such a glyph stands for
 * the first of the characters that it is shown for.
 */
function* missingCharacters(fonts: readonly PdfFont[], inventory: FontInventory): Generator<string> {
  const known = new Set(Object.values(inventory.families).flat());
  for (const { name, text } of fonts) {
    // A font that the document brings along has characters of its own.
    if (!known.has(name)) continue;
    for (const character of text) {
      if (isVisible(character) && !isCovered(inventory, character)) yield character;
    }
  }
}
