import { releaseBuffer } from '../base/release-memory.ts';

/** For shorter files memory is not kept: the allocator has it at hand. In bytes. */
const minKept = 256 * 1024;

/** What is kept at most from one request to the next. In bytes. */
const maxKept = 128 * 1024 * 1024;

/** Memory that is more than this many times as large as a file is not spent on it. */
const maxExcess = 4;

/**
 * Memory for the files of requests, used again by later ones. To get a megabyte of new memory from the kernel takes half
 * a millisecond, and what was used waits for V8 to collect it: both are spared.
 *
 * Whoever takes memory has it alone. It need not be given back, and is not where anything might still write to it.
 */
export class InputMemory {
  #kept: ArrayBuffer[] = [];
  /** Taken since memory was last given back, and the most that was taken between two such times. In bytes. */
  #taken = 0;
  #mostTaken = 0;

  /** Memory of that many bytes; what stands in it is left from before. */
  take(size: number): Buffer {
    this.#taken += size;
    const fitting = this.#kept.filter(
      ({ byteLength }) => byteLength >= size && byteLength <= maxExcess * size && size >= minKept,
    );
    if (fitting.length === 0) return Buffer.allocUnsafeSlow(size);
    const found = fitting.reduce((best, next) => (next.byteLength < best.byteLength ? next : best));
    this.#kept = this.#kept.filter((buffer) => buffer !== found);
    return Buffer.from(found, 0, size);
  }

  /**
   * Takes back the memory that these are views of, of results too. Nobody may read or write them any more. No more is
   * kept than files have needed.
   */
  giveBack(views: Iterable<Uint8Array>): void {
    const buffers = new Set([...views].map(({ buffer }) => buffer));
    // The smallest are the first to go.
    for (const buffer of [...buffers].sort((a, b) => a.byteLength - b.byteLength)) {
      const isUseful = buffer instanceof ArrayBuffer && buffer.byteLength >= minKept;
      if (!isUseful) releaseBuffer(buffer);
      else if (!this.#kept.includes(buffer)) this.#kept.push(buffer);
    }
    this.#mostTaken = Math.max(this.#mostTaken, this.#taken);
    this.#taken = 0;
    this.#keepAtMost(Math.min(maxKept, this.#mostTaken));
  }

  /** The oldest goes first. */
  #keepAtMost(limit: number): void {
    let bytes = this.#kept.reduce((sum, { byteLength }) => sum + byteLength, 0);
    while (bytes > limit) {
      const oldest = this.#kept.shift();
      if (!oldest) return;
      bytes -= oldest.byteLength;
      releaseBuffer(oldest);
    }
  }
}
