import type { FontInventory } from '../fonts/font-inventory.ts';
import type { Substitution } from '../fonts/font-warnings.ts';

/** Chromium's fonts for the generic families, as `fonts.conf` resolves them. */
const genericFonts: ReadonlyMap<string, string> = new Map([
  ['serif', 'Liberation Serif'],
  ['sans-serif', 'Liberation Sans'],
  ['monospace', 'Liberation Mono'],
  ['cursive', 'Liberation Serif'],
  ['fantasy', 'Open Sans Condensed'],
  ['system-ui', 'Liberation Sans'],
]);

/** The font of text for which the page names none, or none that there is. */
export const standardFont = 'Liberation Serif';

/** Generic families without a font for letters here, and names for an operating system's own font: no names of fonts. */
const passedOver: ReadonlySet<string> = new Set([
  ...['-apple-system', 'blinkmacsystemfont'],
  ...['ui-serif', 'ui-sans-serif', 'ui-monospace', 'ui-rounded', 'math', 'emoji', 'fangsong'],
]);

/** The names of a `font-family` value as Chromium serialises it (CSSOM): quoted where they have to be. */
export function familyNames(stack: string): string[] {
  const names = stack.matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/g);
  return [...names]
    .map(([, quoted, plain = '']) => quoted?.replaceAll(/\\(.)/g, '$1') ?? plain.trim())
    .filter((name) => name !== '');
}

/**
 * The first font of a stack with the one in its place, if the text is in none of the fonts that the stack names.
 *
 * @param faces families of the page's own fonts that were loaded, in lower case
 */
export function replacementIn(
  stack: string,
  faces: ReadonlySet<string>,
  { families, substitutes }: FontInventory,
): Substitution | undefined {
  const names = familyNames(stack).filter((name) => !passedOver.has(name.toLowerCase()));
  const named = names.filter((name) => !genericFonts.has(name));
  const [font] = named;
  if (font === undefined) return undefined;
  const held = lowerCased(Object.keys(families).map((family) => [family, family]));
  const replaced = lowerCased(Object.entries(substitutes));
  for (const name of names) {
    const key = name.toLowerCase();
    if (faces.has(key)) return undefined;
    const by = genericFonts.get(name) ?? held.get(key) ?? replaced.get(key);
    if (by === undefined) continue;
    return named.some((other) => other.toLowerCase() === by.toLowerCase()) ? undefined : { font, by };
  }
  return { font, by: standardFont };
}

const lowerCased = (entries: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(entries.map(([name, value]) => [name.toLowerCase(), value]));
