import type { Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ByteWriter } from '../syntax/byte-writer.ts';

/** From this size on data are passed on where they stand instead of being copied. */
const passedBytes = 16 * 1024;

/** How much of each end of passed data goes into the hash; their length does too. */
const sampleBytes = 4 * 1024;

/** Collects a file as a list of chunks. */
export class ChunkWriter extends ByteWriter {
  readonly #chunks: Buffer[] = [];
  readonly #hash: Hash | undefined;
  #chunkStart = 0;
  #passed = 0;

  /**
   * @param hash Is fed with checksums of what is written: of all that is copied and of samples of what is passed on. To
   *   hash all of a large file would take longer than to write it
   */
  constructor(hash?: Hash) {
    super();
    this.#hash = hash;
  }

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
    this.endChunk();
    const samples = [bytes.subarray(0, sampleBytes), bytes.subarray(-sampleBytes)];
    this.#hash?.update(`${samples.map((sample) => crc32(sample)).join(' ')} ${bytes.length} `);
    this.#pass(bytes);
  }

  /** Ends the chunk in hand, so that the hash knows of all that was written. */
  endChunk(): void {
    if (this.at > this.#chunkStart) {
      const chunk = this.slab.subarray(this.#chunkStart, this.at);
      this.#hash?.update(`${crc32(chunk)} ${chunk.length} `);
      this.#pass(chunk);
    }
    this.#chunkStart = this.at;
  }

  /** All chunks. Nothing may be written afterwards. */
  finish(): readonly Buffer[] {
    this.endChunk();
    return this.#chunks;
  }

  protected override renew(count: number): void {
    this.endChunk();
    this.slab = this.newSlab(count);
    this.at = 0;
    this.#chunkStart = 0;
  }

  #pass(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#passed += bytes.length;
  }
}
