import { PDFDict, PDFRef, type PDFObject } from 'pdf-lib';
import type { PageLeaf } from '../reader/pdf-source.ts';
import { arrayAt, resolved } from './lookup.ts';

/** An annotation of a page. */
export interface PageAnnotation {
  /** As the page's array has it: a reference, or the dictionary itself, which some producers write. */
  readonly entry: PDFObject;
  readonly ref: PDFRef | undefined;
  readonly dict: PDFDict;
}

const known = new WeakMap<PageLeaf, readonly PageAnnotation[]>();

/** The annotations of a page (PDF 32000-1, 12.5); what is none is left out. */
export function annotationsOf(leaf: PageLeaf): readonly PageAnnotation[] {
  let annotations = known.get(leaf);
  if (!annotations) known.set(leaf, (annotations = readAnnotations(leaf.dict)));
  return annotations;
}

function readAnnotations(page: PDFDict): PageAnnotation[] {
  const annotations: PageAnnotation[] = [];
  for (const entry of arrayAt(page, 'Annots')?.asArray() ?? []) {
    const dict = resolved(page.context, entry);
    if (!(dict instanceof PDFDict)) continue;
    annotations.push({ entry, ref: entry instanceof PDFRef ? entry : undefined, dict });
  }
  return annotations;
}
