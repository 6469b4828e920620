/** Writes numbers of a given number of bits, the highest bit first, as hint tables have them (PDF 32000-1, F.4). */
export class BitWriter {
  #bytes = Buffer.alloc(1024);
  #length = 0;
  /** The bits that do not fill a byte yet. */
  #pending = 0;
  #pendingBits = 0;

  /** The number of whole bytes written. */
  get length(): number {
    return this.#length;
  }

  /** Appends a non-negative integer of at most 32 bits. */
  put(value: number, bits: number): void {
    if (bits > 16) {
      this.put(Math.floor(value / 2 ** 16), bits - 16);
      this.put(value % 2 ** 16, 16);
      return;
    }
    this.#pending = (this.#pending << bits) | value;
    this.#pendingBits += bits;
    while (this.#pendingBits >= 8) {
      this.#pendingBits -= 8;
      this.#byte(this.#pending >> this.#pendingBits);
    }
    this.#pending &= (1 << this.#pendingBits) - 1;
  }

  /** Appends numbers of the same size, and bits up to the end of a byte. */
  column(values: Iterable<number>, bits: number): void {
    if (bits === 0) return;
    for (const value of values) this.put(value, bits);
    if (this.#pendingBits > 0) this.put(0, 8 - this.#pendingBits);
  }

  /** The bytes written. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * this.#length);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }
}

/** The number of bits of a non-negative integer. */
export const bitsOf = (value: number): number => (value === 0 ? 0 : Math.floor(Math.log2(value)) + 1);
