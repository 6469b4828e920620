import { keys, values } from '../../keys.ts';
import {
  type PDFContext,
  type PDFDict,
  PDFHexString,
  type PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
} from '../../objects.ts';
import { type Entries, dictOf } from '../object-builders.ts';
import { explicitDestination, leadsInto } from '../destinations/destination-names.ts';
import type { Excerpt } from '../excerpt.ts';
import { type OutlineItem, outlineOf } from './outline-items.ts';
import type { Retargeting } from '../links/retargeting.ts';

/** The treatment of outlines: kept one after another, each under an entry for its file, or removed. */
export type OutlineMode = 'keep' | 'files' | 'none';

/** An entry of the result's outline. */
interface Entry {
  /** The index of the parent entry; -1 at the top. */
  parent: number;
  open: boolean;
  content: Entries;
}

/** The outline of the result, as a list in reading order. */
export class Outline {
  readonly #entries: Entry[] = [];

  /**
   * Adds an entry that leads to a page, below the entry `parent`. Returns its index, which is the parent of its children.
   */
  addPage(title: string, page: PDFRef, context: PDFContext, parent = -1): number {
    const Dest = context.obj([page, values.Fit]);
    const content = { Title: PDFHexString.fromText(title), Dest };
    return this.#entries.push({ parent, open: true, content }) - 1;
  }

  /**
   * Adds the outline of an excerpt's source below the entry `parent`. For a part of a document only entries that lead
   * to its pages are kept, with their ancestors; for a whole document all entries that lead somewhere.
   */
  add(excerpt: Excerpt, retargeting: Retargeting, parent = -1): void {
    const items = outlineOf(excerpt.source);
    const kept = keptItems(excerpt, items);
    const places: number[] = [];
    for (const [index, item] of items.entries()) {
      if (!kept[index]) continue;
      const above = item.parent < 0 ? parent : (places[item.parent] ?? parent);
      places[index] =
        this.#entries.push({
          parent: above,
          open: item.open,
          content: contentOf(excerpt, item, retargeting),
        }) - 1;
    }
  }

  /** Writes the entries; undefined if there are none. */
  write(context: PDFContext): PDFRef | undefined {
    if (this.#entries.length === 0) return undefined;
    const root: PDFDict = dictOf(context, { Type: values.Outlines });
    const rootRef = context.register(root);
    const nodes = this.#entries.map(({ content }) => {
      const dict = dictOf(context, content);
      return { dict, ref: context.register(dict), last: undefined as number | undefined, shown: 0 };
    });
    const top: { last: number | undefined } = { last: undefined };
    const link = (dict: PDFDict, key: PDFName, value: PDFObject) => dict.set(key, value);
    for (const [index, { parent }] of this.#entries.entries()) {
      const node = nodes[index];
      if (!node) continue;
      const above = nodes[parent];
      const owner = above ?? top;
      const previous = owner.last === undefined ? undefined : nodes[owner.last];
      link(node.dict, keys.Parent, above?.ref ?? rootRef);
      if (previous) {
        link(previous.dict, keys.Next, node.ref);
        link(node.dict, keys.Prev, previous.ref);
      } else {
        link(above?.dict ?? root, keys.First, node.ref);
      }
      owner.last = index;
      link(above?.dict ?? root, keys.Last, node.ref);
    }
    this.#count(nodes, root);
    return rootRef;
  }

  /** Sets the number of visible descendants of each entry; negative if it is closed (PDF 32000-1, table 153). */
  #count(nodes: readonly { dict: PDFDict; shown: number }[], root: PDFDict): void {
    let shownAtTop = 0;
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index];
      const entry = this.#entries[index];
      if (!node || !entry) continue;
      const { open, parent } = entry;
      if (node.shown > 0) node.dict.set(keys.Count, PDFNumber.of(open ? node.shown : -node.shown));
      const shown = 1 + (open ? node.shown : 0);
      const above = nodes[parent];
      if (above) above.shown += shown;
      else shownAtTop += shown;
    }
    root.set(keys.Count, PDFNumber.of(shownAtTop));
  }
}

function keptItems(excerpt: Excerpt, items: readonly OutlineItem[]): boolean[] {
  if (excerpt.original) return [];
  const kept = items.map(({ destination, leads }) =>
    destination ? leadsInto(excerpt, destination) : excerpt.whole && !leads,
  );
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const parent = items[index]?.parent ?? -1;
    if (kept[index] && parent >= 0) kept[parent] = true;
  }
  return kept;
}

function contentOf(
  excerpt: Excerpt,
  { dict, destination, action }: OutlineItem,
  retargeting: Retargeting,
): Entry['content'] {
  const copied = (value: PDFObject | undefined) => value && excerpt.copier.copy(value);
  const isLive = destination && leadsInto(excerpt, destination);
  return {
    Title: copied(dict.get(keys.Title)) ?? PDFHexString.fromText(''),
    Dest: isLive && !action ? copied(explicitDestination(excerpt, destination)) : undefined,
    A: action && (excerpt.whole || isLive) ? copied(retargeting.action(action)) : undefined,
    C: copied(dict.get(keys.C)),
    F: copied(dict.get(keys.F)),
    SE: excerpt.whole ? copied(dict.get(keys.SE)) : undefined,
  };
}
