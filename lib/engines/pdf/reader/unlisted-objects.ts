import { skipSpace } from '../syntax/lexer.ts';
import { scanObjects } from './object-scan.ts';
import { Location } from './object-table.ts';
import type { PdfFile } from './pdf-file.ts';

/**
 * The objects that a file contains although its cross-reference does not list them. A reference to an object that does
 * not exist is null (PDF 32000-1, 7.3.10) and common in sound files; one to an object that is merely unlisted means
 * that the cross-reference is incomplete. To tell them apart takes a scan of the file, made when it is first needed.
 */
export class UnlistedObjects {
  readonly #file: PdfFile;
  #numbers: Set<number> | undefined;
  /** Whether an object stream is unlisted itself: any object may be in it. */
  #hasUnlistedStream = false;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /**
   * Whether an unlisted object of that number may be in the file.
   *
   * @throws CrossReferenceError when a listed object turns out not to be where the cross-reference says
   */
  mayHave(number: number): boolean {
    if (!this.#numbers) {
      // Stands while the file is scanned, which looks up objects itself.
      this.#numbers = new Set();
      this.#scan(this.#numbers);
    }
    return this.#hasUnlistedStream || this.#numbers.has(number);
  }

  #scan(numbers: Set<number>): void {
    const file = this.#file;
    const listedStreams: number[] = [];
    const addUnlisted = (number: number): void => {
      if (!file.isListed(number)) numbers.add(number);
    };
    scanObjects(file, {
      object: ({ number }) => addUnlisted(number),
      dictionary: ({ number }, entries) => {
        if (entries.name('Type') !== 'ObjStm') return;
        if (file.table.location(number) !== Location.offset) this.#hasUnlistedStream = true;
        // What a later revision replaced does not count.
        else if (isAt(file, number, entries.start)) listedStreams.push(number);
      },
    });
    for (const stream of listedStreams) file.objectStreams.get(stream)?.numbers.forEach(addUnlisted);
  }
}

/** Whether the value of the object with that number starts at `start`. */
function isAt(file: PdfFile, number: number, start: number): boolean {
  const located = file.locate(number);
  return located !== undefined && skipSpace(located.bytes, located.start, located.end) === start;
}
