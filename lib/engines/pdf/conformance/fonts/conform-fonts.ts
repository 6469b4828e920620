import type { BuiltDocument } from '../../finishing/built-document.ts';
import type { TextSetting } from '../../finishing/finishing.ts';
import type { ConformanceTarget } from '../target.ts';
import type { ConformanceWarning } from '../warnings.ts';

/** Makes the fonts of a document conform (ISO 19005-1, 6.3; ISO 19005-2 and -3, 6.2.11; ISO 14289-1, 7.21). */
export function conformFonts(
  _document: BuiltDocument,
  _target: ConformanceTarget,
  _text: TextSetting | undefined,
): ConformanceWarning[] {
  return [];
}
