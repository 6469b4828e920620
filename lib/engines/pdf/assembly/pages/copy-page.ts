import { keys, values } from '../../keys.ts';
import type { PDFName, PDFNumber, PDFObject } from '../../objects.ts';
import { inheritable } from '../../reader/page-keys.ts';
import { arrayOf } from '../object-builders.ts';
import type { Excerpt, ExcerptPage } from '../excerpt.ts';
import type { PageTree } from './page-tree.ts';

/** What becomes of a page beside its copy: objects of the source, and the number in the result's structure. */
export interface PageChanges {
  annotations?: readonly PDFObject[] | undefined;
  resources?: PDFObject | undefined;
  /** Its own actions; `null` when none are left. */
  triggers?: PDFObject | null | undefined;
  structureKey?: PDFNumber | undefined;
  /** Where it has none of its own. */
  outputIntents?: PDFObject | undefined;
}

/**
 * Entries that tie a page to a tree or chain of its source (PDF 32000-1, table 30; ISO 32000-2, 14.12), and those of
 * page tree nodes: PDFium takes a page with kids for a node, and then miscounts the pages after it.
 */
const ties = new Set([keys.Parent, keys.StructParents, keys.DPart, keys.Kids, keys.Count]);

/** Those that tie it to other pages too, which may be left out. */
const tiesOfParts = new Set([...ties, keys.B]);

const letter = [0, 0, 612, 792];

/** Copies a page with what it inherits, to its place in the result's page tree. */
export function copyPage(excerpt: Excerpt, page: ExcerptPage, tree: PageTree, changes: PageChanges): void {
  const { copier, output, whole } = excerpt;
  const { leaf } = page;
  const { ref, inherited } = leaf;
  const set = new Map<PDFName, PDFObject>();
  let omit: ReadonlySet<PDFName> = whole ? ties : tiesOfParts;
  set.set(keys.Parent, tree.parentOf(page.position));
  // Also where it has a type: in a dictionary that is not well-formed, it can be read as another.
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
