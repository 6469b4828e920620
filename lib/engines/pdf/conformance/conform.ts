import type { BuiltDocument } from '../finishing/built-document.ts';
import type { TextSetting } from '../finishing/finishing.ts';
import type { ConformanceTarget } from './target.ts';

/** A change that conformance required and a reader can notice. */
export interface ConformanceWarning {
  code: 'conformance-changed';
  message: string;
}

/**
 * Changes a document so that it can conform to the target, and declares the target in its metadata. What it cannot change is
 * left as it is: validation finds it.
 *
 * @param text the fonts of the installation, which replace fonts that are not embedded; undefined if it has none
 */
export function conform(
  _document: BuiltDocument,
  _target: ConformanceTarget,
  _text: TextSetting | undefined,
): ConformanceWarning[] {
  return [];
}
