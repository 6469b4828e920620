const header = 'ICC_PROFILE\0';

/** The pieces of an ICC profile in segments of a JPEG (ICC.1, B.4): a number from 1, how many there are, and data. */
export class ProfileChunks {
  readonly #chunks = new Map<number, Uint8Array>();
  #count = 0;

  add(data: Buffer): void {
    if (data.toString('latin1', 0, header.length) !== header) return;
    const [number = 0, count = 0] = data.subarray(header.length);
    this.#count = Math.max(this.#count, count);
    if (!this.#chunks.has(number)) this.#chunks.set(number, data.subarray(header.length + 2));
  }

  /** The profile; undefined if there is none, or a piece is missing. */
  joined(): Uint8Array | undefined {
    if (this.#count === 0) return undefined;
    const chunks = Array.from({ length: this.#count }, (_, index) => this.#chunks.get(index + 1));
    const present = chunks.filter((chunk) => chunk !== undefined);
    return present.length === this.#count ? Buffer.concat(present) : undefined;
  }
}
