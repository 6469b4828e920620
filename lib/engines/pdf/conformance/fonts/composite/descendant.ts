import { arrayAt, asDict, resolved } from '../../../assembly/lookup.ts';
import { arrayOf, withEntries } from '../../../assembly/object-builders.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';

/** The CIDFont of a composite font (PDF 32000-1, 9.7.1). */
export const descendantOf = (font: PDFDict): PDFDict | undefined =>
  asDict(resolved(font.context, arrayAt(font, keys.DescendantFonts)?.asArray()[0]));

/** Gives a composite font a copy of its CIDFont, which can be changed: other fonts can share it. */
export function ownDescendant(font: PDFDict, descendant: PDFDict): PDFDict {
  const copy = withEntries(descendant, []);
  font.set(keys.DescendantFonts, arrayOf(font.context, [font.context.register(copy)]));
  return copy;
}
