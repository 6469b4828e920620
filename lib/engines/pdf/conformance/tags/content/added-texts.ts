import type { PDFRef } from '../../../objects.ts';
import type { Placement } from '../structure/placement.ts';
import type { Tag, TagKid } from '../structure/tag.ts';
import type { TagTree } from '../structure/tag-tree.ts';
import type { ContentIndex } from './content-index.ts';
import type { TextPlace } from './marking.ts';

/** An element that was added for text. */
interface AddedElement extends TextPlace {
  page: PDFRef;
  tag: Tag;
  kids: TagKid[];
}

/**
 * Takes text that had no marks into the structure, behind the content that it follows on its page: within the same
 * paragraph if it continues the line, else as a paragraph of its own. Chromium leaves out the text of frames and of
 * lists to choose from.
 */
export class AddedTexts {
  readonly #tree: TagTree;
  readonly #index: ContentIndex;
  readonly #placement: Placement;
  readonly #elements: AddedElement[] = [];

  constructor(tree: TagTree, index: ContentIndex, placement: Placement) {
    this.#tree = tree;
    this.#index = index;
    this.#placement = placement;
  }

  /** @returns the identifier for the text */
  add(page: PDFRef, place: TextPlace): number {
    const mcid = this.#index.nextOf(page);
    const kid = this.#tree.markedKid(mcid, page);
    const last = this.#elements.at(-1);
    if (last && isSameLine(last, { ...place, page })) last.kids.push(kid);
    else {
      const previous = place.previous === undefined ? undefined : this.#index.tagOf(page, place.previous);
      const tag = this.#placement.add(previous, place.continuesLine, (isInText) =>
        this.#tree.make(isInText ? 'Span' : 'P'),
      );
      this.#elements.push({ ...place, page, tag, kids: [kid] });
    }
    return mcid;
  }

  /** Gives the elements their content. Call it once, at the end. */
  write(): void {
    for (const { tag, kids } of this.#elements) tag.kids = kids;
  }
}

/** Whether text is on the line of the text before it. */
const isSameLine = (one: AddedElement, other: TextPlace & { page: PDFRef }): boolean =>
  one.page === other.page &&
  one.previous === other.previous &&
  one.baseline !== undefined &&
  one.baseline === other.baseline;
