import { asDict, refsAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import { PDFArray, type PDFDict, type PDFObject, PDFRef } from '../../objects.ts';
import { ReferenceArray } from '../../syntax/reference-array.ts';

/** The object numbers in an array of references. */
export function numbersOf(list: PDFObject | undefined): readonly number[] {
  if (list instanceof ReferenceArray) return list.numbers;
  if (!(list instanceof PDFArray)) return [];
  return list.asArray().map((entry) => (entry instanceof PDFRef ? entry.objectNumber : 0));
}

/** The nodes of a tree below its root. */
export function nodesBelow(root: PDFDict | undefined): Set<PDFRef> {
  const nodes = new Set<PDFRef>();
  const open = root ? [root] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    for (const ref of refsAt(node, keys.Kids)) {
      const kid = asDict(node.context.lookup(ref));
      if (!kid || nodes.has(ref)) continue;
      nodes.add(ref);
      open.push(kid);
    }
  }
  return nodes;
}
