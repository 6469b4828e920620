import type { TextChanges } from './text-changes.ts';
import type { TextChange } from './xml-text.ts';
import type { XmlTag } from './xml-tokens.ts';

/**
 * A paragraph whose mark may be deleted (ECMA-376-1, 17.13.5.15): its content then joins the next paragraph, whose
 * properties the two have, because the remaining mark holds them.
 */
export class RevisionParagraph {
  /** Whether something is left that takes room on the page. */
  hasContent = false;
  /** Whether its mark is deleted or moved away. */
  markGone = false;
  readonly #changes: TextChanges;
  readonly #tag: XmlTag;
  /** How many changes there are before it. */
  readonly #first: number;
  /** How many there are up to its end. */
  #last = 0;
  /** Where its properties are, and their changes. */
  #properties: { start: number; end: number; first: number; last: number } | undefined;
  /** What stands in place of its end tag. */
  #ending: TextChange | undefined;
  #end = 0;
  /** What stands in place of its start tag and properties, when it joined an earlier paragraph. */
  #opening: TextChange | undefined;
  /** What stands in place of the properties of the earliest paragraph that it joined. */
  #slot: TextChange | undefined;

  constructor(tag: XmlTag, changes: TextChanges) {
    this.#tag = tag;
    this.#changes = changes;
    this.#first = changes.count;
  }

  /** Whether its properties are those of an earlier paragraph too, and have to be known as text. */
  get joined(): boolean {
    return this.#slot !== undefined;
  }

  /**
   * Ends its properties.
   *
   * @param first how many changes there were before them
   * @param text they as they will be; needed if it is `joined`
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

  /** Takes it out, when its mark is gone and nothing else is in it. */
  removeIfEmpty(): void {
    if (this.hasContent || this.#slot) return;
    this.#changes.replace(this.#first, this.#last, { start: this.#tag.start, end: this.#end, text: '' });
  }

  /** Has this paragraph, which is closed and whose mark is gone, be joined by the one that `tag` begins. */
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
    // The end tag of an empty paragraph is part of its start tag: then the earlier one's stays.
    if (tag.kind !== 'empty') this.#ending.text = '';
    return next;
  }
}
