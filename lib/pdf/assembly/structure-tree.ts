import { PDFDict, type PDFObject, type PDFRawStream, PDFRef } from 'pdf-lib';
import { at, dictAt, listOf, nameAt, refAt, resolved } from './lookup.ts';
import { readNumberTree } from './name-tree.ts';
import { perSource } from './per-source.ts';
import type { PdfSource } from '../reader/pdf-source.ts';

/** The logical structure of a source (PDF 32000-1, 14.7). */
export interface SourceStructure {
  readonly root: PDFDict;
  readonly rootRef: PDFRef;
  /** The elements that describe a page, annotation or form, by the number that it gives (PDF 32000-1, 14.7.4.4). */
  readonly parents: ReadonlyMap<number, PDFObject>;
}

/** Undefined for a source that is not tagged. */
export const structureOf = perSource((source): SourceStructure | undefined => {
  const rootRef = refAt(source.catalog, 'StructTreeRoot');
  const root = dictAt(source.catalog, 'StructTreeRoot');
  if (!rootRef || !root) return undefined;
  const entries = readNumberTree(dictAt(root, 'ParentTree'));
  return { root, rootRef, parents: new Map(entries.sort(([a], [b]) => a - b)) };
});

/** The elements that an entry of the parent tree names: one, or one for each piece of marked content. */
export const elementsOf = (source: PdfSource, entry: PDFObject): PDFRef[] =>
  listOf(source.context, entry).filter((element) => element instanceof PDFRef);

/** A kid of a structure element (PDF 32000-1, table 323). */
export type Kid =
  | { kind: 'element'; ref: PDFRef; dict: PDFDict }
  /** An element that stands in its parent, which is not allowed and happens. */
  | { kind: 'inline'; dict: PDFDict }
  /** Marked content of a page, or of a form that the page draws. */
  | { kind: 'content'; page: PDFRef | undefined; owner: PDFRef | undefined }
  /** An annotation, or an object that the page draws. */
  | { kind: 'object'; page: PDFRef | undefined; owner: PDFRef | undefined };

export function kidOf(source: PdfSource, element: PDFDict, entry: PDFObject): Kid {
  const page = refAt(element, 'Pg');
  const dict = resolved(source.context, entry);
  if (!(dict instanceof PDFDict)) return { kind: 'content', page, owner: undefined };
  const type = nameAt(dict, 'Type');
  if (type === 'MCR' || (type === undefined && at(dict, 'MCID'))) {
    return { kind: 'content', page: refAt(dict, 'Pg') ?? page, owner: refAt(dict, 'Stm') };
  }
  if (type === 'OBJR') return { kind: 'object', page: refAt(dict, 'Pg') ?? page, owner: refAt(dict, 'Obj') };
  return entry instanceof PDFRef ? { kind: 'element', ref: entry, dict } : { kind: 'inline', dict };
}

/** The entry by which an object says where in the parent tree it is. */
export type KeyEntry = 'StructParents' | 'StructParent';

/** What is drawn by a page and has a number of its own in the parent tree. */
export interface Owner {
  ref: PDFRef;
  stream: PDFRawStream;
  entry: KeyEntry;
  key: number;
}

/** The kids of an element or of the root, as they stand. */
export const kidEntries = (source: PdfSource, parent: PDFDict): readonly PDFObject[] =>
  listOf(source.context, at(parent, 'K'));

/** All elements below the root that are objects of their own, each once. */
export function* allElements(source: PdfSource, { root }: SourceStructure): Generator<[PDFRef, PDFDict]> {
  const seen = new Set<PDFObject>();
  const open = [root];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    for (const entry of kidEntries(source, parent)) {
      const kid = kidOf(source, parent, entry);
      if ((kid.kind !== 'element' && kid.kind !== 'inline') || seen.has(kid.dict)) continue;
      seen.add(kid.dict);
      open.push(kid.dict);
      if (kid.kind === 'element') yield [kid.ref, kid.dict];
    }
  }
}
