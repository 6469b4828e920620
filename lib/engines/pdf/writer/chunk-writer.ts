import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ByteWriter } from '../syntax/byte-writer.ts';

/** Data of this size and more are passed on without a copy, which would cost more than another chunk. */
export const passedBytes = 2 * 1024;

/** The sample of the middle and of the end of passed data in the digest. Flate data end with a checksum. */
const sampleBytes = 16;

/** Collects a file as a list of chunks. */
export class ChunkWriter extends ByteWriter {
  readonly #chunks: Buffer[] = [];
  /** Checksums and lengths of what was written. */
  readonly #sums: number[] = [];
  #chunkStart = 0;
  #passed = 0;

  /** The number of bytes written. */
  get length(): number {
    return this.#passed + this.at - this.#chunkStart;
  }

  /** Appends data that will not change any more. */
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
   * A hexadecimal digest of the bytes so far: of all copied bytes, and of samples of passed data. Hashing all of a
   * large file would take longer than writing it.
   */
  digest(): string {
    this.#sumSlab();
    return hash('sha256', Float64Array.from(this.#sums));
  }

  /** All chunks. Do not write afterwards. */
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

/** A number derived from the bytes at `at`. A call of zlib would cost more for so few bytes. */
function sampleAt(bytes: Buffer, at: number): number {
  let sum = 0;
  for (let index = at; index < at + sampleBytes; index += 1) {
    sum = (Math.imul(sum, 31) + (bytes[index] as number)) | 0;
  }
  return sum;
}
