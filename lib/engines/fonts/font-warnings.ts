/** Maximum number of warnings of one kind. */
const mostSubstitutions = 20;

/** Maximum number of characters that a warning names. */
const mostCharacters = 20;

/** Maximum length of a font name in a warning, in UTF-16 code units. */
const longestName = 100;

/** A warning that text is not shown as intended. */
export interface FontWarning extends Partial<Substitution> {
  code: 'font-substituted' | 'glyphs-missing';
  message: string;
  /** Only of `glyphs-missing`. */
  characters?: string;
}

/** A requested font and its replacement. */
export interface Substitution {
  font: string;
  by: string;
}

/** Warns about replaced fonts: one warning per requested font. */
export function substitutionWarnings(substitutions: Iterable<Substitution>): FontWarning[] {
  const byFont = new Map<string, FontWarning>();
  for (const substitution of substitutions) {
    const font = clipped(substitution.font);
    const by = clipped(substitution.by);
    if (byFont.size === mostSubstitutions) break;
    if (byFont.has(font.toLowerCase())) continue;
    const message = `The font ${font} is not available and was replaced by ${by}.`;
    byFont.set(font.toLowerCase(), { code: 'font-substituted', message, font, by });
  }
  return [...byFont.values()];
}

/** Warns about characters without a glyph, if there are any. */
export function missingGlyphWarnings(missing: Iterable<string>): FontWarning[] {
  const distinct = new Set<string>();
  for (const character of missing) {
    if (distinct.size === mostCharacters) break;
    distinct.add(character);
  }
  if (distinct.size === 0) return [];
  const characters = [...distinct].join('');
  const codes = [...distinct].map((character) => `U+${hexadecimal(character)}`).join(', ');
  const message = `Characters that no available font contains are shown as boxes or left out: ${codes}.`;
  return [{ code: 'glyphs-missing', message, characters }];
}

const hexadecimal = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

const clipped = (name: string): string =>
  name
    .slice(0, longestName)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ');
