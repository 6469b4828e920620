import { AppError } from '../../base/app-error.ts';
import type { TextChange } from './xml-text.ts';

/** A document of a thousand pages that was written anew has about a tenth of this. */
const maxChanges = 1_000_000;

/** Text that moves within the part, in characters. Paragraph properties have some hundred. */
const maxText = 64 * 1024 * 1024;

/** The changes to one part, in the order of its text, while they are found. */
export class TextChanges {
  readonly list: TextChange[] = [];
  /** Whether what is found now is left out of the part anyway. */
  muted = false;
  #textLeft = maxText;

  get count(): number {
    return this.list.length;
  }

  /** @throws AppError `file-too-large` when more text is moved than a document can have */
  spendText(length: number): void {
    this.#textLeft -= length;
    if (this.#textLeft < 0) throw tooMany();
  }

  /**
   * Adds a change behind all others, unless `muted`.
   *
   * @returns the change, which can still be altered
   * @throws AppError `file-too-large` for more changes than a document can have
   */
  add(start: number, end: number, text = ''): TextChange {
    const change = { start, end, text };
    if (this.muted) return change;
    if (this.list.length >= maxChanges) throw tooMany();
    this.list.push(change);
    return change;
  }

  /** Takes the text from `start` to `end` out, with the changes from number `first` on, which are in it. */
  removeFrom(first: number, start: number, end: number): void {
    this.list.length = first;
    this.add(start, end);
  }

  /** Puts one change in the place of those from number `first` to `last` (not included). */
  replace(first: number, last: number, change: TextChange): void {
    this.list.splice(first, last - first, change);
  }
}

const tooMany = (): AppError =>
  new AppError(
    'file-too-large',
    `has more than ${maxChanges} tracked changes in one part, which is not accepted`,
  );
