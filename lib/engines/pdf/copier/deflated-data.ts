import { releaseBuffer } from '../../../base/release-memory.ts';
import { deflate } from '../filters/deflate.ts';
import type { Extent } from '../syntax/dict-entries.ts';

/** Data below this length hardly get shorter than the entry that says how they are compressed. */
const minLength = 128;

/** Data above this length are compressed as fast as can be. */
const largeLength = 1024 * 1024;

/** The share of the length that compression has to save. */
const worthwhile = 0.05;

const files = new WeakMap<Buffer, DeflatedData>();

/** The data of streams that a file holds as they are, compressed: once, since the parts of a split share many. */
export class DeflatedData {
  readonly #bytes: Buffer;
  readonly #known = new Map<number, Buffer | undefined>();

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** That of the file with these bytes. */
  static in(bytes: Buffer): DeflatedData {
    let data = files.get(bytes);
    if (!data) files.set(bytes, (data = new DeflatedData(bytes)));
    return data;
  }

  /** The data at `extent`, compressed; undefined when that does not pay. */
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
