import { InputFault } from '../../base/input-fault.ts';
import type { WordElement } from './word-elements.ts';
import { attributesOf, localName, type XmlTag } from './xml-tokens.ts';
import type { TextChange } from './xml-text.ts';

/** Note elements by the element of their references (ECMA-376-1, 17.11). */
const notes = new Map([
  ['footnoteReference', 'footnote'],
  ['endnoteReference', 'endnote'],
]);

/** Far more than LibreOffice can lay out. */
const maxReferences = 1_000_000;

/** Collects a part's references to footnotes and endnotes. */
export class NoteReferences {
  readonly #references: { start: number; note: string }[] = [];

  opened({ tag, word }: WordElement): void {
    const kind = notes.get(word ?? '');
    if (kind === undefined) return;
    if (this.#references.length >= maxReferences) {
      throw new InputFault('file-too-large', `has more than ${maxReferences} notes, which is the limit`);
    }
    this.#references.push({ start: tag.start, note: noteKey(kind, tag) });
  }

  /** The notes whose references `changes` removes, in the form of `noteKey`. */
  *removedBy(changes: readonly TextChange[]): Generator<string> {
    let index = 0;
    for (const { start, note } of this.#references) {
      while ((changes[index]?.end ?? Infinity) <= start) index += 1;
      if ((changes[index]?.start ?? Infinity) <= start) yield note;
    }
  }
}

/** The key of a note within a document: its element, `footnote` or `endnote`, and the identifier in the tag. */
export const noteKey = (kind: string, tag: XmlTag): string =>
  `${kind} ${attributesOf(tag).find(({ name }) => localName(name) === 'id')?.value ?? ''}`;
