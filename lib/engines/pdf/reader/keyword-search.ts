/**
 * Finds the next occurrence of a keyword and remembers the last gap that was searched. Otherwise a file with thousands
 * of unterminated streams would be searched to its end once for each.
 */
export class KeywordSearch {
  readonly #bytes: Buffer;
  readonly #keyword: string;
  #from = -1;
  #found = -1;

  constructor(bytes: Buffer, keyword: string) {
    this.#bytes = bytes;
    this.#keyword = keyword;
  }

  /** The first position of the keyword from `at` on, or the length of the file. */
  next(at: number): number {
    if (this.#from >= 0 && at >= this.#from && at <= this.#found) return this.#found;
    const index = this.#bytes.indexOf(this.#keyword, at, 'latin1');
    this.#from = at;
    this.#found = index < 0 ? this.#bytes.length : index;
    return this.#found;
  }
}
