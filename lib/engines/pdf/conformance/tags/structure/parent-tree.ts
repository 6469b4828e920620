import { asDict, dictAt, numberAt } from '../../../assembly/lookup.ts';
import { buildNumberTree, readNumberTree } from '../../../assembly/trees/name-tree.ts';
import { nodesBelow } from '../../../finishing/flatten/parent-tree.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, type PDFName, PDFNumber, type PDFObject, type PDFRef } from '../../../objects.ts';
import { ReferenceArray } from '../../../syntax/reference-array.ts';
import type { ContentIndex } from '../content/content-index.ts';
import type { TagTree } from './tag-tree.ts';

/** The length of a list in the parent tree to which its gaps may extend it. */
const longestList = (entries: number): number => 1000 + 100 * entries;

/** Makes the parent tree complete: it names the element of all marked content, and of all objects (PDF 32000-1, 14.7.4.4). */
export function writeParentTree({ context }: BuiltDocument, tree: TagTree, index: ContentIndex): void {
  const { dict: root } = tree.root;
  const parents = new Map(readNumberTree(dictAt(root, keys.ParentTree)));
  let next = [...parents.keys()].reduce((least, key) => Math.max(least, key + 1), 0);
  const used = new Set<number>();
  const keyOf = (dict: PDFDict, name: PDFName): number => {
    const own = numberAt(dict, name);
    const isFree = own !== undefined && Number.isInteger(own) && own >= 0 && !used.has(own);
    const key = isFree ? own : next;
    next = Math.max(next, key + 1);
    used.add(key);
    if (own !== key) dict.set(name, PDFNumber.of(key));
    return key;
  };
  const put = (owner: PDFRef, name: PDFName, entry: PDFObject): void => {
    const dict = asDict(context.lookup(owner));
    if (dict) parents.set(keyOf(dict, name), entry);
  };
  for (const [owner, tags] of index.owners()) {
    const length = [...tags.keys()].reduce((most, mcid) => Math.max(most, mcid + 1), 0);
    if (length > longestList(tags.size)) continue;
    const numbers = Array.from({ length }, (_, mcid) => tags.get(mcid)?.ref.objectNumber ?? 0);
    put(owner, keys.StructParents, new ReferenceArray(numbers));
  }
  for (const [object, tag] of index.objects) put(object, keys.StructParent, tag.ref);
  for (const node of nodesBelow(dictAt(root, keys.ParentTree))) context.delete(node);
  const built = buildNumberTree(context, parents);
  if (built) root.set(keys.ParentTree, built);
  else root.delete(keys.ParentTree);
  root.set(keys.ParentTreeNextKey, PDFNumber.of(next));
}
