import type { TextChanges } from './text-changes.ts';
import type { TextChange } from './xml-text.ts';
import type { XmlTag } from './xml-tokens.ts';

/**
 * A paragraph whose mark may be deleted (ECMA-376-1, 17.13.5.15): its content then joins the next paragraph. The joined
 * paragraph has the properties of the next one, because the remaining mark holds them.
 */
export class RevisionParagraph {
  /** Whether any remaining content takes space on the page. */
  hasContent = false;
  /** Whether its mark is deleted or moved away. */
  markGone = false;
  readonly #changes: TextChanges;
  readonly #tag: XmlTag;
  /** Number of changes before it. */
  readonly #first: number;
  /** Number of changes up to its end. */
  #last = 0;
  /** The location of its properties, and their changes. */
  #properties: { start: number; end: number; first: number; last: number } | undefined;
  /** The change that replaces its end tag. */
  #ending: TextChange | undefined;
  #end = 0;
  /** The change that replaces its start tag and properties, if it joined an earlier paragraph. */
  #opening: TextChange | undefined;
  /** The change that replaces the properties of the earliest paragraph that it joined. */
  #slot: TextChange | undefined;

  constructor(tag: XmlTag, changes: TextChanges) {
    this.#tag = tag;
    this.#changes = changes;
    this.#first = changes.count;
  }

  /** Whether its properties also apply to an earlier paragraph, so that their text is needed. */
  get joined(): boolean {
    return this.#slot !== undefined;
  }

  /**
   * Ends its properties.
   *
   * @param first number of changes before them
   * @param text their text after the changes; required if the paragraph is `joined`
   */
  setProperties(start: number, end: number, first: number, text: string): void {
    if (this.#slot && this.#opening) {
      this.#changes.list.length = first;
      this.#opening.end = end;
      this.#changes.spendText(text.length);
      this.#slot.text = text;
    } else this.#properties = { start, end, first, last: this.#changes.count };
  }

  /** Ends it. */
  close(tag: XmlTag): void {
    this.#end = tag.end;
    if (this.markGone) this.#ending = this.#changes.add(tag.start, tag.end, tag.text);
    this.#last = this.#changes.count;
  }

  /** Removes it if its mark is gone and it is otherwise empty. */
  removeIfEmpty(): void {
    if (this.hasContent || this.#slot) return;
    this.#changes.replace(this.#first, this.#last, { start: this.#tag.start, end: this.#end, text: '' });
  }

  /** Joins this paragraph, which is closed and has lost its mark, to the one that `tag` starts. */
  join(tag: XmlTag): RevisionParagraph {
    const changes = this.#changes;
    const properties = this.#properties;
    // Its content needs the declarations of its own start tag.
    const canJoin = this.#tag.name === tag.name && !tag.text.includes('xmlns');
    if (!this.hasContent || !canJoin || !this.#ending || (!properties && !this.#slot)) {
      this.removeIfEmpty();
      return new RevisionParagraph(tag, changes);
    }
    let slot = this.#slot;
    if (!slot && properties) {
      slot = { start: properties.start, end: properties.end, text: '' };
      changes.replace(properties.first, properties.last, slot);
    }
    const next = new RevisionParagraph(tag, changes);
    if (slot) slot.text = '';
    next.#slot = slot;
    next.hasContent = true;
    next.#opening = changes.add(tag.start, tag.end);
    // The end tag of an empty paragraph is part of its start tag; in that case the earlier end tag stays.
    if (tag.kind !== 'empty') this.#ending.text = '';
    return next;
  }
}
