import { keys } from '../../keys.ts';
import { type PDFDict, type PDFObject, type PDFRawStream, PDFRef } from '../../objects.ts';
import { dictAt, listOf, refAt } from '../lookup.ts';
import { readNameTree, readNumberTree } from '../trees/name-tree.ts';
import { perSource } from '../per-source.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { type Kid, kidsOf, type StructureElement, structureElements } from './structure-element.ts';

/** The logical structure of a source (PDF 32000-1, 14.7). */
export interface SourceStructure {
  readonly root: PDFDict;
  readonly rootRef: PDFRef;
  /** The elements that describe a page, annotation or form, by its key (PDF 32000-1, 14.7.4.4). */
  readonly parents: ReadonlyMap<number, PDFObject>;
  /** Elements by their identifiers. */
  readonly ids: readonly (readonly [id: string, element: PDFObject])[];
}

/** The structure of a source; undefined if it is not tagged. */
export const structureOf = perSource((source): SourceStructure | undefined => {
  const rootRef = refAt(source.catalog, keys.StructTreeRoot);
  const root = dictAt(source.catalog, keys.StructTreeRoot);
  if (!rootRef || !root) return undefined;
  const entries = readNumberTree(dictAt(root, keys.ParentTree));
  const ids = readNameTree(dictAt(root, keys.IDTree));
  return { root, rootRef, parents: new Map(entries.sort(([a], [b]) => a - b)), ids };
});

/** The elements of an entry of the parent tree: one, or one per piece of marked content. */
export const elementsOf = (source: PdfSource, entry: PDFObject): PDFRef[] =>
  listOf(source.context, entry).filter((element) => element instanceof PDFRef);

/** The entry that holds an object's key in the parent tree. */
export type KeyEntry = 'StructParents' | 'StructParent';

/** A form or an image that a page draws and that has its own key in the parent tree. */
export interface NumberedXObject {
  ref: PDFRef;
  stream: PDFRawStream;
  entry: KeyEntry;
  key: number;
}

/** All elements below the root that are indirect objects, each once. */
export function* allElements(source: PdfSource, { root }: SourceStructure): Generator<StructureElement> {
  const elementOf = structureElements(source);
  const seen = new Set<PDFRef | PDFDict>();
  const open: (readonly Kid[])[] = [kidsOf(source, root)];
  for (let kids = open.pop(); kids; kids = open.pop()) {
    for (const kid of kids) {
      if (kid.kind !== 'element' && kid.kind !== 'inline') continue;
      const node = kid.kind === 'element' ? kid.ref : kid.dict;
      if (seen.has(node)) continue;
      seen.add(node);
      const element = kid.kind === 'element' ? elementOf(kid.ref) : undefined;
      if (element) yield element;
      open.push(element?.kids ?? (kid.kind === 'inline' ? kidsOf(source, kid.dict) : []));
    }
  }
}
