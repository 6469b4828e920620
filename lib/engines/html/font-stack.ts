import type { FontInventory } from '../fonts/font-inventory.ts';
import type { Substitution } from '../fonts/font-warnings.ts';

/** Chromium's fonts for the generic families, as `fonts.conf` maps them. */
const genericFonts: ReadonlyMap<string, string> = new Map([
  ['serif', 'Liberation Serif'],
  ['sans-serif', 'Liberation Sans'],
  ['monospace', 'Liberation Mono'],
  ['cursive', 'Liberation Serif'],
  ['fantasy', 'Open Sans Condensed'],
  ['system-ui', 'Liberation Sans'],
]);

/** The font of text whose page names no font, or none that exists. */
export const standardFont = 'Liberation Serif';

/** Not font names: generic families without a font for letters here, and names for an operating system's own font. */
const passedOver: ReadonlySet<string> = new Set([
  ...['-apple-system', 'blinkmacsystemfont'],
  ...['ui-serif', 'ui-sans-serif', 'ui-monospace', 'ui-rounded', 'math', 'emoji', 'fangsong'],
]);

/** The names in a `font-family` value as Chromium serialises it (CSSOM), which quotes them where necessary. */
export function familyNames(stack: string): string[] {
  const names = stack.matchAll(/"((?:[^"\\]|\\.)*)"|([^",]+)/g);
  return [...names]
    .map(([, quoted, plain = '']) => quoted?.replaceAll(/\\(.)/g, '$1') ?? plain.trim())
    .filter((name) => name !== '');
}

/**
 * The first font of a stack and its replacement, if none of the fonts that the stack names is available.
 *
 * @param faces families of the page's web fonts that were loaded, in lower case
 */
export function replacementIn(
  stack: string,
  faces: ReadonlySet<string>,
  inventory: FontInventory,
): Substitution | undefined {
  const names = familyNames(stack).filter((name) => !passedOver.has(name.toLowerCase()));
  const named = names.filter((name) => !genericFonts.has(name));
  const [font] = named;
  if (font === undefined) return undefined;
  const shownIn = shownFonts(inventory);
  for (const name of names) {
    const key = name.toLowerCase();
    if (faces.has(key)) return undefined;
    const by = genericFonts.get(name) ?? shownIn.get(key);
    if (by === undefined) continue;
    return named.some((other) => other.toLowerCase() === by.toLowerCase()) ? undefined : { font, by };
  }
  return { font, by: standardFont };
}

const known = new WeakMap<FontInventory, ReadonlyMap<string, string>>();

/** The family in which each font is shown, itself or a substitute, by its lower-case name. */
function shownFonts(inventory: FontInventory): ReadonlyMap<string, string> {
  let fonts = known.get(inventory);
  if (!fonts) {
    const { families, substitutes } = inventory;
    const held = Object.keys(families).map((family) => [family, family] as const);
    const all = [...Object.entries(substitutes), ...held];
    fonts = new Map(all.map(([name, family]) => [name.toLowerCase(), family]));
    known.set(inventory, fonts);
  }
  return fonts;
}
