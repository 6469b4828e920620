import type { BuiltDocument } from '../../finishing/built-document.ts';
import type { ConformanceTarget } from '../target.ts';
import type { ConformanceWarning } from '../warnings.ts';

/** Makes the tags of a document conform (ISO 19005-1, 6.8; ISO 19005-2 and -3, 6.7; ISO 14289-1, 7). */
export function conformTags(_document: BuiltDocument, _target: ConformanceTarget): ConformanceWarning[] {
  return [];
}
