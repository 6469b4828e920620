import { keys } from '../../keys.ts';
import type { PDFDict, PDFObject, PDFRef } from '../../objects.ts';
import { type Destination, destinationsOf } from '../destinations/destinations.ts';
import { asDict, dictAt, nameAt, numberAt, refAt } from '../lookup.ts';
import { perSource } from '../per-source.ts';

/** An entry of a document's outline (PDF 32000-1, 12.3.3). */
export interface OutlineItem {
  dict: PDFDict;
  /** The index of the parent entry in the list; -1 at the top. */
  parent: number;
  /** Whether the child entries are initially visible. */
  open: boolean;
  /** Whether the entry is meant to lead to a place in the document, directly or by its action. */
  leads: boolean;
  /** The place; undefined if it does not exist. */
  destination: Destination | undefined;
  /** The action, if it does anything else than go to a place in the document. */
  action: PDFObject | undefined;
}

/** The outline of a source as a list in reading order. Every entry comes after its parent. */
export const outlineOf = perSource((source): readonly OutlineItem[] => {
  const root = dictAt(source.catalog, keys.Outlines);
  const items: OutlineItem[] = [];
  const seen = new Set<PDFDict>(root && [root]);
  const destinations = destinationsOf(source);
  const open: { ref: PDFRef | undefined; parent: number }[] = [
    { ref: root && refAt(root, keys.First), parent: -1 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { ref, parent } = next;
    const dict = ref && asDict(source.context.lookup(ref));
    // A cyclic chain would never end.
    if (!dict || seen.has(dict)) continue;
    seen.add(dict);
    const action = dictAt(dict, keys.A);
    const goesTo = action !== undefined && nameAt(action, keys.S) === 'GoTo';
    const target = dict.get(keys.Dest) ?? (goesTo ? (action.get(keys.D) ?? action.get(keys.SD)) : undefined);
    open.push(
      { ref: refAt(dict, keys.Next), parent },
      { ref: refAt(dict, keys.First), parent: items.length },
    );
    items.push({
      dict,
      parent,
      open: (numberAt(dict, keys.Count) ?? 0) > 0,
      leads: target !== undefined,
      destination: destinations.resolve(target),
      action: goesTo && !action.get(keys.Next) && !action.get(keys.SD) ? undefined : dict.get(keys.A),
    });
  }
  return items;
});
