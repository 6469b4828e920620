/** The number of entries that are copied at once, as a power of two. */
const pageBits = 10;

/**
 * A copy of a table of numbers that copies only what is written: a split makes thousands of them from one table, and
 * writes a few entries of each.
 */
export class NumberTable {
  readonly #original: Int32Array;
  /** Pages with an entry that was written. */
  readonly #pages: (Int32Array | undefined)[] = [];

  constructor(original: Int32Array) {
    this.#original = original;
  }

  get length(): number {
    return this.#original.length;
  }

  /** The number at `index`; undefined past the end. */
  get(index: number): number | undefined {
    // The operators below would wrap larger numbers.
    if (index >= this.#original.length) return undefined;
    const page = this.#pages[index >>> pageBits];
    return page ? page[index & ((1 << pageBits) - 1)] : this.#original[index];
  }

  /** @param index less than the length */
  set(index: number, value: number): void {
    const number = index >>> pageBits;
    const start = number << pageBits;
    const page = (this.#pages[number] ??= this.#original.slice(start, start + (1 << pageBits)));
    page[index - start] = value;
  }
}
