import type { PDFRef } from '../../../objects.ts';
import type { MarkedKid, Tag } from '../structure/tag.ts';
import type { TagTree } from '../structure/tag-tree.ts';

/** The page or form that marked content is in; undefined if the document does not say. */
export const ownerOf = ({ page, stream }: MarkedKid): PDFRef | undefined => stream ?? page;

/** The elements of marked content, by its page or form and its identifier. */
export class ContentIndex {
  readonly #tags = new Map<PDFRef, Map<number, Tag>>();
  readonly #next = new Map<PDFRef, number>();
  /** Objects that belong to elements as a whole. */
  readonly objects = new Map<PDFRef, Tag>();

  constructor(tree: TagTree) {
    for (const tag of tree.tags()) {
      for (const kid of tag.kids) {
        if (kid.kind === 'object') this.objects.set(kid.object, tag);
        else if (kid.kind === 'marked') this.#add(kid, tag);
      }
    }
  }

  tagOf(owner: PDFRef, mcid: number): Tag | undefined {
    return this.#tags.get(owner)?.get(mcid);
  }

  /** The element of the last content of a page. */
  lastOf(page: PDFRef): Tag | undefined {
    const tags = this.#tags.get(page);
    return tags && [...tags.values()].at(-1);
  }

  /** An identifier that is not in use on a page. */
  nextOf(page: PDFRef): number {
    const next = this.#next.get(page) ?? 0;
    this.#next.set(page, next + 1);
    return next;
  }

  /** Pages and forms, with the elements of their content by identifiers. */
  owners(): Iterable<readonly [PDFRef, ReadonlyMap<number, Tag>]> {
    return this.#tags;
  }

  #add(kid: MarkedKid, tag: Tag): void {
    const owner = ownerOf(kid);
    if (!owner) return;
    const tags = this.#tags.get(owner) ?? new Map<number, Tag>();
    this.#tags.set(owner, tags);
    if (!tags.has(kid.mcid)) tags.set(kid.mcid, tag);
    this.#next.set(owner, Math.max(this.#next.get(owner) ?? 0, kid.mcid + 1));
  }
}
