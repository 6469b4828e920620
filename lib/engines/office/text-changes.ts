import { InputFault } from '../../base/input-fault.ts';
import type { TextChange } from './xml-text.ts';

/** A document of a thousand pages that was rewritten has about a tenth of this. */
const maxChanges = 1_000_000;

/** Text that moves within the part, in characters. Paragraph properties have a few hundred. */
const maxText = 64 * 1024 * 1024;

/** The changes found in one part so far, in text order. */
export class TextChanges {
  readonly list: TextChange[] = [];
  /** Whether current changes are inside removed content. */
  muted = false;
  #textLeft = maxText;

  get count(): number {
    return this.list.length;
  }

  /** @throws InputFault `file-too-large` when more text is moved than a real document contains */
  spendText(length: number): void {
    this.#textLeft -= length;
    if (this.#textLeft < 0) throw tooMany();
  }

  /**
   * Appends a change, unless `muted`.
   *
   * @returns the change, which can still be modified
   * @throws InputFault `file-too-large` when there are more changes than a real document has
   */
  add(start: number, end: number, text = ''): TextChange {
    const change = { start, end, text };
    if (this.muted) return change;
    if (this.list.length >= maxChanges) throw tooMany();
    this.list.push(change);
    return change;
  }

  /** Removes the text from `start` to `end`, with the changes in it, from number `first` on. */
  removeFrom(first: number, start: number, end: number): void {
    this.list.length = first;
    this.add(start, end);
  }

  /** Replaces the changes from number `first` to `last` (exclusive) by one. */
  replace(first: number, last: number, change: TextChange): void {
    this.list.splice(first, last - first, change);
  }
}

const tooMany = (): InputFault =>
  new InputFault(
    'file-too-large',
    `has more than ${maxChanges} tracked changes in one part, which is the limit`,
  );
