import { dictAt, resolved } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import type { PDFDict, PDFName, PDFObject } from '../../objects.ts';

/** Levels of fields that are read. Real forms have a few; a cycle has none too many. */
const maxLevels = 100;

/** An entry of a field that its parents can have (PDF 32000-1, 12.7.3.1), resolved. */
export function inheritedEntry(field: PDFDict, key: PDFName): PDFObject | undefined {
  let node: PDFDict | undefined = field;
  for (let level = 0; node && level < maxLevels; level += 1) {
    const value = resolved(node.context, node.get(key));
    if (value !== undefined) return value;
    node = dictAt(node, keys.Parent);
  }
  return undefined;
}
