import { keys } from '../../keys.ts';
import { PDFDict, type PDFRef } from '../../objects.ts';
import { DictEntries } from '../../syntax/dict-entries.ts';
import type { BuiltDocument } from '../built-document.ts';

/** Whether a page may have annotations. A page that was only copied is not parsed for that. */
export function mayHaveAnnotations({ context, output, budget }: BuiltDocument, page: PDFRef): boolean {
  const raw = output.objects.raw.get(page.objectNumber);
  const entries = raw && DictEntries.at(raw.head, 0, raw.head.length, budget.limits.depth);
  if (entries?.wellFormed && !entries.hasEscapes) return entries.has('Annots');
  return context.lookup(page, PDFDict).has(keys.Annots);
}
