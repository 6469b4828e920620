import { ByteWriter } from './byte-writer.ts';

/** Collects bytes in one buffer, which is used again after they are taken. */
export class GatheredBytes extends ByteWriter {
  get length(): number {
    return this.at;
  }

  /** The bytes written so far, valid until the next write. */
  take(): Buffer {
    const bytes = this.slab.subarray(0, this.at);
    this.at = 0;
    return bytes;
  }

  protected override renew(count: number): void {
    const larger = this.newSlab(2 * (this.at + count));
    this.slab.copy(larger, 0, 0, this.at);
    this.slab = larger;
  }
}
