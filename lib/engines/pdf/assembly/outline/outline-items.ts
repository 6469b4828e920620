import type { PDFDict, PDFObject, PDFRef } from '../../objects.ts';
import { type Destination, destinationsOf } from '../destinations/destinations.ts';
import { asDict, at, dictAt, nameAt, numberAt, refAt } from '../lookup.ts';
import { perSource } from '../per-source.ts';

/** An entry of a document's outline (PDF 32000-1, 12.3.3). */
export interface OutlineItem {
  dict: PDFDict;
  /** The place in the list of the entry above; -1 at the top. */
  parent: number;
  /** Whether the entries below are shown at first. */
  open: boolean;
  /** Whether it is to lead to a place in the document, by itself or through its action. */
  leads: boolean;
  /** That place; undefined when there is no such place. */
  destination: Destination | undefined;
  /** What it does other than lead to a place in the document, or more than that. */
  action: PDFObject | undefined;
}

/** The outline of a source as a list in reading order, in which every entry comes after the one above it. */
export const outlineOf = perSource((source): readonly OutlineItem[] => {
  const root = dictAt(source.catalog, 'Outlines');
  const items: OutlineItem[] = [];
  const seen = new Set<PDFDict>(root && [root]);
  const destinations = destinationsOf(source);
  const open: { ref: PDFRef | undefined; parent: number }[] = [
    { ref: root && refAt(root, 'First'), parent: -1 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { ref, parent } = next;
    const dict = ref && asDict(source.context.lookup(ref));
    // A chain that comes back to where it was would never end.
    if (!dict || seen.has(dict)) continue;
    seen.add(dict);
    const action = dictAt(dict, 'A');
    const goesTo = action !== undefined && nameAt(action, 'S') === 'GoTo';
    const target = at(dict, 'Dest') ?? (goesTo ? (at(action, 'D') ?? at(action, 'SD')) : undefined);
    open.push({ ref: refAt(dict, 'Next'), parent }, { ref: refAt(dict, 'First'), parent: items.length });
    items.push({
      dict,
      parent,
      open: (numberAt(dict, 'Count') ?? 0) > 0,
      leads: target !== undefined,
      destination: destinations.resolve(target),
      action: goesTo && !at(action, 'Next') && !at(action, 'SD') ? undefined : at(dict, 'A'),
    });
  }
  return items;
});
