import { InputFault } from '../../base/input-fault.ts';

/** The fault of a font with a broken table. `what` continues the sentence: `its glyf table ends early`. */
export const damagedFont = (what: string, options?: ErrorOptions): InputFault =>
  new InputFault('invalid-file-type', `is a damaged font: ${what}`, options);

/** Bytes of a font, which are big-endian. Reads outside of them throw the fault of a damaged font. */
export class FontData {
  readonly bytes: Buffer;
  readonly #name: string;

  /** @param name for errors: `glyf table` */
  constructor(bytes: Buffer, name: string) {
    this.bytes = bytes;
    this.#name = name;
  }

  get length(): number {
    return this.bytes.length;
  }

  /** @throws InputFault `invalid-file-type` when the bytes from `at` on are fewer than `length` */
  require(at: number, length: number): void {
    if (at < 0 || length < 0 || at + length > this.bytes.length) throw this.damage('ends early');
  }

  /** The fault of these bytes. `how` is a predicate: `ends early`. */
  damage(how: string): InputFault {
    return damagedFont(`its ${this.#name} ${how}`);
  }

  u8(at: number): number {
    this.require(at, 1);
    return this.bytes[at] ?? 0;
  }

  u16(at: number): number {
    this.require(at, 2);
    return this.bytes.readUInt16BE(at);
  }

  i16(at: number): number {
    this.require(at, 2);
    return this.bytes.readInt16BE(at);
  }

  u32(at: number): number {
    this.require(at, 4);
    return this.bytes.readUInt32BE(at);
  }

  /** A signed number with 16 fractional bits. */
  fixed(at: number): number {
    this.require(at, 4);
    return this.bytes.readInt32BE(at) / 65_536;
  }

  slice(at: number, length: number): Buffer {
    this.require(at, length);
    return this.bytes.subarray(at, at + length);
  }

  /** The bytes from `at` on. */
  from(at: number): FontData {
    this.require(at, 0);
    return new FontData(this.bytes.subarray(at), this.#name);
  }
}
