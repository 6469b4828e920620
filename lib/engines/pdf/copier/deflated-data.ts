import { releaseBuffer } from '../../../base/release-memory.ts';
import { deflate } from '../filters/deflate.ts';
import type { Extent } from '../syntax/dict-entries.ts';

/** Shorter data hardly shrink by more than the entry for their filter takes. */
const minLength = 128;

/** Longer data are compressed at the fastest level. */
const largeLength = 1024 * 1024;

/** The share of the length that compression must save. */
const worthwhile = 0.05;

const files = new WeakMap<Buffer, DeflatedData>();

/** Compressed copies of the uncompressed stream data in a file, made once because the parts of a split share many. */
export class DeflatedData {
  readonly #bytes: Buffer;
  readonly #known = new Map<number, Buffer | undefined>();

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The compressed data of the file with these bytes. */
  static in(bytes: Buffer): DeflatedData {
    let data = files.get(bytes);
    if (!data) files.set(bytes, (data = new DeflatedData(bytes)));
    return data;
  }

  /** The data at `extent`, compressed; undefined if compression does not pay. */
  of({ start, end }: Extent): Buffer | undefined {
    if (end - start < minLength) return undefined;
    if (this.#known.has(start)) return this.#known.get(start);
    const level = end - start > largeLength ? 1 : 6;
    const deflated = deflate(this.#bytes.subarray(start, end), level);
    const kept = deflated.length < (end - start) * (1 - worthwhile) ? Buffer.from(deflated) : undefined;
    releaseBuffer(deflated.buffer);
    this.#known.set(start, kept);
    return kept;
  }
}
