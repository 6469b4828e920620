import { keys } from '../../keys.ts';
import { PDFArray, type PDFObject, PDFRef } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { asDict, nameAt, resolved } from '../lookup.ts';
import { type Kid, structureElements } from './structure-element.ts';
import { structureOf } from './structure-tree.ts';

/** Elements to visit when searching for the page of one. Its content begins nearby. */
const maxElements = 1000;

/** The element that a structure destination (ISO 32000-2, 12.3.2.3) leads to; undefined for other destinations. */
export function elementIn(source: PdfSource, destination: PDFObject | undefined): PDFRef | undefined {
  const target = resolved(source.context, destination);
  const first = target instanceof PDFArray && target.size() > 0 ? target.get(0) : undefined;
  if (!(first instanceof PDFRef) || !structureOf(source)) return undefined;
  const dict = asDict(source.context.lookup(first));
  const isElement = dict && nameAt(dict, keys.S) !== undefined && nameAt(dict, keys.Type) !== 'Page';
  return isElement ? first : undefined;
}

/** The page on which an element's content begins; undefined if it has no content. */
export function pageOfElement(source: PdfSource, element: PDFRef): PDFRef | undefined {
  const elementOf = structureElements(source);
  const seen = new Set<PDFRef>();
  const open: Kid[] = [{ kind: 'element', ref: element }];
  for (let kid = open.pop(); kid && seen.size < maxElements; kid = open.pop()) {
    if (kid.kind === 'inline') continue;
    if (kid.kind !== 'element') {
      if (kid.page) return kid.page;
    } else if (!seen.has(kid.ref)) {
      seen.add(kid.ref);
      // The first kids of a long list are enough.
      open.push(...(elementOf(kid.ref)?.kids.slice(0, maxElements).toReversed() ?? []));
    }
  }
  return undefined;
}
