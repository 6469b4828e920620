import { keys, values } from '../../keys.ts';
import type { PDFName, PDFNumber, PDFObject } from '../../objects.ts';
import { inheritable } from '../../reader/page-keys.ts';
import { arrayOf } from '../object-builders.ts';
import type { Excerpt, ExcerptPage } from '../excerpt.ts';
import type { PageTree } from './page-tree.ts';

/**
 * The changes to a page when it is copied: objects of the source, and the page's key in the structure of the result.
 */
export interface PageChanges {
  annotations?: readonly PDFObject[] | undefined;
  resources?: PDFObject | undefined;
  /** The page's additional actions; `null` if none are left. */
  triggers?: PDFObject | null | undefined;
  structureKey?: PDFNumber | undefined;
  /** Output intents for a page without its own. */
  outputIntents?: PDFObject | undefined;
}

/**
 * Entries that tie a page to a tree or chain of its source (PDF 32000-1, table 30; ISO 32000-2, 14.12), and entries of
 * page tree nodes: PDFium takes a page with kids for a node and miscounts the pages after it.
 */
const ties = new Set([keys.Parent, keys.StructParents, keys.DPart, keys.Kids, keys.Count]);

/** The same, with entries that tie a page to other pages, which may be removed. */
const tiesOfParts = new Set([...ties, keys.B]);

const letter = [0, 0, 612, 792];

/** Copies a page with its inherited attributes to its place in the page tree of the result. */
export function copyPage(excerpt: Excerpt, page: ExcerptPage, tree: PageTree, changes: PageChanges): void {
  const { copier, output, whole } = excerpt;
  const { leaf } = page;
  const { ref, inherited } = leaf;
  const set = new Map<PDFName, PDFObject>();
  let omit: ReadonlySet<PDFName> = whole ? ties : tiesOfParts;
  set.set(keys.Parent, tree.parentOf(page.position));
  // Set even if the page has a type: readers may read a malformed dictionary differently.
  set.set(keys.Type, values.Page);
  for (const key of inheritable) if (inherited[key]) set.set(keys[key], copier.copy(inherited[key]));
  if (!leaf.has('MediaBox') && !inherited.MediaBox) set.set(keys.MediaBox, output.obj(letter));
  if (!leaf.has('Resources') && !inherited.Resources) set.set(keys.Resources, output.obj({}));
  if (changes.resources) set.set(keys.Resources, copier.copy(changes.resources));
  if (changes.annotations) {
    set.set(keys.Annots, copier.copy(arrayOf(excerpt.source.context, changes.annotations)));
  }
  if (changes.triggers) set.set(keys.AA, copier.copy(changes.triggers));
  if (changes.triggers === null) omit = new Set([...omit, keys.AA]);
  if (changes.outputIntents && !leaf.dict.has(keys.OutputIntents)) {
    set.set(keys.OutputIntents, copier.copy(changes.outputIntents));
  }
  if (changes.structureKey) set.set(keys.StructParents, changes.structureKey);
  copier.copyDict(ref, page.ref, { omit, set });
}
