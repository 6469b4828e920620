import { OutputLimitError } from './output-limit.ts';

/** Collects decoded bytes up to a limit. */
export class ByteSink {
  readonly #limit: number;
  #bytes: Uint8Array;
  #length = 0;

  constructor(limit: number, expected: number) {
    this.#limit = limit;
    this.#bytes = new Uint8Array(Math.max(64, Math.min(expected, limit)));
  }

  get length(): number {
    return this.#length;
  }

  /** @throws OutputLimitError */
  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** @throws OutputLimitError */
  fill(value: number, count: number): void {
    this.#reserve(count);
    this.#bytes.fill(value, this.#length, this.#length + count);
    this.#length += count;
  }

  /** @throws OutputLimitError */
  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Appends bytes that were written before, as LZW does. They may overlap the end. */
  repeat(start: number, count: number): void {
    this.#reserve(count);
    for (let index = 0; index < count; index += 1) {
      this.#bytes[this.#length + index] = this.#bytes[start + index] as number;
    }
    this.#length += count;
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    if (needed > this.#limit) throw new OutputLimitError();
    const larger = new Uint8Array(Math.min(this.#limit, Math.max(needed, this.#bytes.length * 2)));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
