import { FontData } from '../font-data.ts';

/** One of the streams of a WOFF2 file, read from its begin to its end. */
export class ByteStream {
  readonly #data: FontData;
  #at = 0;

  /** @param name for errors: `flag stream` */
  constructor(bytes: Buffer, name: string) {
    this.#data = new FontData(bytes, name);
  }

  /** Bytes that are left. */
  get left(): number {
    return this.#data.length - this.#at;
  }

  take(length: number): Buffer {
    const bytes = this.#data.slice(this.#at, length);
    this.#at += length;
    return bytes;
  }

  u8(): number {
    const value = this.#data.u8(this.#at);
    this.#at += 1;
    return value;
  }

  u16(): number {
    const value = this.#data.u16(this.#at);
    this.#at += 2;
    return value;
  }

  i16(): number {
    const value = this.#data.i16(this.#at);
    this.#at += 2;
    return value;
  }

  u32(): number {
    const value = this.#data.u32(this.#at);
    this.#at += 4;
    return value;
  }

  /** A `255UInt16` (WOFF2, 4.1). */
  short255(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 254) return this.u8() + 253 * 2;
    if (code === 255) return this.u8() + 253;
    return code;
  }

  /** A `UIntBase128` (WOFF2, 4.1). */
  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count += 1) {
      const byte = this.u8();
      value = value * 128 + (byte & 0x7f);
      if ((count === 0 && byte === 0x80) || value > 0xffff_ffff) break;
      if (byte < 0x80) return value;
    }
    throw this.#data.damage('has an invalid number');
  }
}
