import { skipSpace } from '../syntax/lexer.ts';
import { scanObjects } from './object-scan.ts';
import { Location } from './object-table.ts';
import type { PdfFile } from './pdf-file.ts';

/**
 * Objects that a file contains although its cross-reference omits them. A reference to a nonexistent object is null
 * (PDF 32000-1, 7.3.10) and common in sound files. A reference to an omitted object means that the cross-reference is
 * incomplete. To distinguish them takes a scan of the file, which runs at the first need.
 */
export class UnlistedObjects {
  readonly #file: PdfFile;
  #numbers: Set<number> | undefined;
  /** Whether an object stream itself is omitted: it may contain any object. */
  #hasUnlistedStream = false;

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /**
   * Whether the file may contain an omitted object of that number.
   *
   * @throws CrossReferenceError if a listed object is not where the cross-reference says
   */
  mayHave(number: number): boolean {
    if (!this.#numbers) {
      // Set during the scan, which looks up objects itself.
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
        // Objects that a later revision replaced do not count.
        else if (isAt(file, number, entries.start)) listedStreams.push(number);
      },
    });
    for (const stream of listedStreams) file.objectStreams.get(stream)?.numbers.forEach(addUnlisted);
  }
}

/** Whether the value of the object `number` starts at `start`. */
function isAt(file: PdfFile, number: number, start: number): boolean {
  const located = file.locate(number);
  return located !== undefined && skipSpace(located.bytes, located.start, located.end) === start;
}
