import { keys } from '../../keys.ts';
import type { PDFContext, PDFObject } from '../../objects.ts';
import { arrayOf } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { arrayAt } from '../lookup.ts';

/**
 * The article threads of whole documents (PDF 32000-1, 12.4.3), for the catalog; undefined if there are none. A thread
 * is a cycle through all its pages, so parts of a document keep none.
 */
export function copyThreads(excerpts: readonly Excerpt[], context: PDFContext): PDFObject | undefined {
  const threads = excerpts
    .filter(({ whole }) => whole)
    .flatMap(({ source, copier }) =>
      (arrayAt(source.catalog, keys.Threads)?.asArray() ?? []).map((thread) => copier.copy(thread)),
    );
  return threads.length === 0 ? undefined : arrayOf(context, threads);
}
