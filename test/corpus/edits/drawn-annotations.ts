import { dictAt, isTrueAt } from '#lib/engines/pdf/assembly/lookup.ts';
import { annotationsOf } from '#lib/engines/pdf/assembly/pages/annotations.ts';
import { annotationOf, isVisible } from '#lib/engines/pdf/finishing/flatten/annotation.ts';
import { normalAppearance } from '#lib/engines/pdf/finishing/flatten/normal-appearance.ts';
import { keys } from '#lib/engines/pdf/keys.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';

/**
 * Whether every visible annotation of a document has an appearance that viewers show. Viewers differ in how they draw the
 * others, and in whether they do.
 */
export function hasAllAppearances(bytes: Buffer): boolean {
  const { catalog, pages } = openPdf(bytes);
  const form = dictAt(catalog, keys.AcroForm);
  if (form && isTrueAt(form, keys.NeedAppearances)) return false;
  return pages.every((leaf) =>
    annotationsOf(leaf).every(({ entry }) => {
      const annotation = annotationOf(leaf.file.context, entry);
      if (annotation?.kind !== 'form' && annotation?.kind !== 'annotation') return true;
      return !isVisible(annotation.dict) || normalAppearance(annotation.dict) !== undefined;
    }),
  );
}
