import { keys } from '../../keys.ts';
import type { PDFDict, PDFRef } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { annotationsOf } from '../pages/annotations.ts';
import { asDict, nameAt, refAt, refsAt } from '../lookup.ts';

/**
 * The roots of a form's field tree. If `Fields` is empty, as some producers leave it, they are found from the widgets
 * on the pages, as viewers do. Some producers list widgets; their topmost fields count.
 */
export function rootsOf(source: PdfSource, form: PDFDict): PDFRef[] {
  const listed = refsAt(form, keys.Fields).filter((ref) => asDict(source.context.lookup(ref)));
  const tops = new Map<PDFRef, PDFRef>();
  const roots = (listed.length > 0 ? listed : widgetsOf(source)).map((ref) => topOf(source, ref, tops));
  return [...new Set(roots)];
}

const widgetsOf = ({ pages }: PdfSource): PDFRef[] =>
  pages.flatMap((leaf) =>
    annotationsOf(leaf).flatMap(({ ref, dict }) =>
      ref && nameAt(dict, keys.Subtype) === 'Widget' ? [ref] : [],
    ),
  );

/** The field at the top of the branch of `ref`. `tops` caches results. */
function topOf({ context }: PdfSource, ref: PDFRef, tops: Map<PDFRef, PDFRef>): PDFRef {
  const path = new Set<PDFRef>();
  let top = ref;
  for (let next: PDFRef | undefined = ref; next && !path.has(next);) {
    const known = tops.get(next);
    const dict = asDict(context.lookup(next));
    if (!known && !dict) break;
    path.add(next);
    top = known ?? next;
    next = known || !dict ? undefined : refAt(dict, keys.Parent);
  }
  for (const node of path) tops.set(node, top);
  return top;
}
