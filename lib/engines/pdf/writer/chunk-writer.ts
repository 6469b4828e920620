import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ByteWriter } from '../syntax/byte-writer.ts';

/** From this size on data are passed on where they stand: copying them costs more than another chunk does. */
const passedBytes = 2 * 1024;

/** How much of the middle and of the end of passed data goes into the digest. Flate data end with a checksum. */
const sampleBytes = 16;

/** Collects a file as a list of chunks. */
export class ChunkWriter extends ByteWriter {
  readonly #chunks: Buffer[] = [];
  /** Checksums and lengths of what was written. */
  readonly #sums: number[] = [];
  #chunkStart = 0;
  #passed = 0;

  /** How many bytes were written. */
  get length(): number {
    return this.#passed + this.at - this.#chunkStart;
  }

  /** Appends data that do not change any more. */
  data(bytes: Buffer): void {
    if (bytes.length < passedBytes) {
      this.copy(bytes, 0, bytes.length);
      return;
    }
    this.#endChunk();
    const { length } = bytes;
    this.#sums.push(length, sampleAt(bytes, length >> 1), sampleAt(bytes, length - sampleBytes));
    this.#pass(bytes);
  }

  /**
   * A digest of what was written so far, in hexadecimal: of all that is copied and of samples of what is passed on. To
   * hash all of a large file would take longer than to write it.
   */
  digest(): string {
    this.#sumSlab();
    return hash('sha256', Float64Array.from(this.#sums));
  }

  /** All chunks. Nothing may be written afterwards. */
  finish(): readonly Buffer[] {
    this.#endChunk();
    return this.#chunks;
  }

  protected override renew(count: number): void {
    this.#endChunk();
    this.#sumSlab();
    this.slab = this.newSlab(count);
    this.at = 0;
    this.#chunkStart = 0;
  }

  #endChunk(): void {
    if (this.at > this.#chunkStart) this.#pass(this.slab.subarray(this.#chunkStart, this.at));
    this.#chunkStart = this.at;
  }

  #sumSlab(): void {
    this.#sums.push(this.at, crc32(this.slab.subarray(0, this.at)));
  }

  #pass(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#passed += bytes.length;
  }
}

/** A number that stands for the bytes there. A call of zlib's takes longer than so few bytes are worth. */
function sampleAt(bytes: Buffer, at: number): number {
  let sum = 0;
  for (let index = at; index < at + sampleBytes; index += 1) {
    sum = (Math.imul(sum, 31) + (bytes[index] as number)) | 0;
  }
  return sum;
}
