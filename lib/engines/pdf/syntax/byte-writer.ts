/** The first slab: a split makes thousands of documents of a few objects. */
const firstSlabBytes = 4 * 1024;

/** Each further slab is so many times as large, up to a megabyte. */
const slabGrowth = 16;
const maxSlabBytes = 1024 * 1024;

/** Up to this length, copying byte by byte is faster than a call into the runtime. */
const shortCopy = 48;

/** Appends to buffers ("slabs") of up to a megabyte, so that growing never copies much. */
export abstract class ByteWriter {
  protected slab: Buffer = Buffer.allocUnsafeSlow(firstSlabBytes);
  /** The position of the next byte in the slab. */
  protected at = 0;

  /** Makes a new slab current, with room for `count` bytes beyond those moved to it. */
  protected abstract renew(count: number): void;

  protected newSlab(count: number): Buffer {
    return Buffer.allocUnsafeSlow(Math.max(count, Math.min(maxSlabBytes, this.slab.length * slabGrowth)));
  }

  /** Appends `bytes[start..end)`. */
  copy(bytes: Buffer, start: number, end: number): void {
    const length = end - start;
    if (length <= 0) return;
    if (this.at + length > this.slab.length) this.renew(length);
    if (length > shortCopy) {
      bytes.copy(this.slab, this.at, start, end);
      this.at += length;
      return;
    }
    const { slab } = this;
    let { at } = this;
    for (let from = start; from < end; from += 1) {
      slab[at] = bytes[from] as number;
      at += 1;
    }
    this.at = at;
  }

  /** Appends characters of one byte each. */
  text(text: string): void {
    if (this.at + text.length > this.slab.length) this.renew(text.length);
    const { slab, at } = this;
    if (text.length > shortCopy) slab.write(text, at, 'latin1');
    else for (let index = 0; index < text.length; index += 1) slab[at + index] = text.charCodeAt(index);
    this.at = at + text.length;
  }

  /** Appends a non-negative integer. */
  integer(value: number): void {
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) digits += 1;
    if (this.at + digits > this.slab.length) this.renew(digits);
    let rest = value;
    for (let index = this.at + digits - 1; index >= this.at; index -= 1) {
      const digit = rest % 10;
      this.slab[index] = 48 + digit;
      rest = (rest - digit) / 10;
    }
    this.at += digits;
  }
}
