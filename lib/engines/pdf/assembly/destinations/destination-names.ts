import type { PDFArray, PDFContext, PDFDict, PDFObject } from '../../objects.ts';
import { arrayOf } from '../object-builders.ts';
import { type Destination, destinationsOf } from './destinations.ts';
import type { Excerpt } from '../excerpt.ts';

import { buildNameTree } from '../trees/name-tree.ts';
import { UniqueNames } from '../names/unique-names.ts';

/**
 * The named destinations of the result. If an earlier file has the same name, the name of the later file is changed,
 * and references to it lead to the page directly.
 */
export class DestinationNames {
  readonly #taken = new UniqueNames((name, count) => `${name}-${count}`);
  readonly #named: { name: string; excerpt: Excerpt; destination: Destination }[] = [];
  readonly #unchanged = new Map<Excerpt, Set<string>>();

  /** Adds the names of destinations on the excerpt's pages. */
  add(excerpt: Excerpt): void {
    const unchanged = new Set<string>();
    this.#unchanged.set(excerpt, unchanged);
    if (excerpt.original) return;
    for (const [original, destination] of destinationsOf(excerpt.source).named) {
      if (!leadsInto(excerpt, destination)) continue;
      const name = this.#taken.add(original);
      if (name === original) unchanged.add(name);
      this.#named.push({ name, excerpt, destination });
    }
  }

  /** Whether `name` means the same in the result as in the excerpt's source. */
  isUnchanged(excerpt: Excerpt, name: string): boolean {
    return this.#unchanged.get(excerpt)?.has(name) ?? false;
  }

  /** The name tree for the catalog's `Names`; undefined if there are no names. */
  tree(context: PDFContext): PDFDict | undefined {
    return buildNameTree(
      context,
      this.#named.map(({ name, excerpt, destination }): [string, PDFObject] => [
        name,
        excerpt.copier.copy(explicitDestination(excerpt, destination)),
      ]),
    );
  }
}

/** Whether `destination` is on a page of the excerpt, or on one that it repeats. */
export const leadsInto = (excerpt: Excerpt, { page }: Destination): boolean =>
  excerpt.resultPageOf(excerpt.source.pages[page]?.ref) !== undefined;

/** `destination` as an explicit destination: an array of the source's objects. */
export function explicitDestination(excerpt: Excerpt, { page, view }: Destination): PDFArray {
  const ref = excerpt.source.pages[page]?.ref;
  if (!ref) throw new RangeError(`the source has no page ${page}`);
  return arrayOf(excerpt.source.context, [ref, ...view]);
}
