import { nearWidths } from './substitutes/near-widths.ts';
import { otherScripts } from './substitutes/other-scripts.ts';
import { sameWidths } from './substitutes/same-widths.ts';
import type { Substitute } from './substitutes/substitute.ts';

/**
 * All substitutes. Symbol, Wingdings and Webdings have none: LibreOffice replaces them with OpenSymbol and translates
 * their characters, but only if fontconfig offers no substitute.
 */
export const substitutes: readonly Substitute[] = [...sameWidths, ...nearWidths, ...otherScripts];

/** The substitutes of the fonts that a layer with these families does not contain. */
export function substitutesBeside(held: readonly string[]): Substitute[] {
  const names = new Set(held.map((family) => family.toLowerCase()));
  return substitutes.map(({ families, ...substitute }) => ({
    ...substitute,
    families: Object.fromEntries(
      Object.entries(families).filter(([family]) => !names.has(family.toLowerCase())),
    ),
  }));
}
