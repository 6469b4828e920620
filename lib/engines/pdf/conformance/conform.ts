import type { BuiltDocument } from '../finishing/built-document.ts';
import type { TextSetting } from '../finishing/finishing.ts';
import { conformFonts } from './fonts/conform-fonts.ts';
import { conformTags } from './tags/conform-tags.ts';
import { type ConformanceTarget, needsTags } from './target.ts';
import type { ConformanceWarning } from './warnings.ts';

export type { ConformanceWarning } from './warnings.ts';

/**
 * Changes a document so that it can conform to the target, and declares the target in its metadata. What it cannot change is
 * left as it is: validation finds it.
 *
 * @param text the fonts of the installation, which replace fonts that are not embedded; undefined if it has none
 */
export function conform(
  document: BuiltDocument,
  target: ConformanceTarget,
  text: TextSetting | undefined,
): ConformanceWarning[] {
  return [
    ...conformFonts(document, target, text),
    ...(needsTags(target) ? conformTags(document, target) : []),
  ];
}
