import { nearWidths } from './substitutes/near-widths.ts';
import { otherScripts } from './substitutes/other-scripts.ts';
import { sameWidths } from './substitutes/same-widths.ts';
import type { Substitute } from './substitutes/substitute.ts';

/**
 * All substitutes. Symbol, Wingdings and Webdings have none: LibreOffice replaces them with OpenSymbol and translates
 * their characters, but only if fontconfig offers no substitute.
 */
export const substitutes: readonly Substitute[] = [...sameWidths, ...nearWidths, ...otherScripts];
