import { releaseBuffer } from '../base/release-memory.ts';

/** Minimum size of reused memory: the allocator is fast for less. In bytes. */
const minKept = 256 * 1024;

/** Maximum total size of the memory that is reused. In bytes. */
const maxKept = 128 * 1024 * 1024;

/** Memory more than this many times as large as a file is not used for it. */
const maxExcess = 4;

/**
 * Memory for the files of requests, which later requests reuse. New memory costs the kernel half a millisecond per
 * megabyte, and used memory stays allocated until V8 collects it.
 *
 * A taken buffer is exclusive to its caller. Returning it is optional, and not allowed while anything can still write to
 * it.
 */
export class InputMemory {
  #kept: ArrayBuffer[] = [];
  /** Bytes taken since the last return of memory, and the maximum between two returns. */
  #taken = 0;
  #mostTaken = 0;

  /** Returns uninitialized memory of that many bytes. */
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
   * Takes back the memory behind these views, which may include results. Nothing may read or write them afterwards. Keeps
   * no more memory than files have needed.
   */
  giveBack(views: Iterable<Uint8Array>): void {
    const buffers = new Set([...views].map(({ buffer }) => buffer));
    // The smallest are released first.
    for (const buffer of [...buffers].sort((a, b) => a.byteLength - b.byteLength)) {
      const isUseful = buffer instanceof ArrayBuffer && buffer.byteLength >= minKept;
      if (!isUseful) releaseBuffer(buffer);
      else if (!this.#kept.includes(buffer)) this.#kept.push(buffer);
    }
    this.#mostTaken = Math.max(this.#mostTaken, this.#taken);
    this.#taken = 0;
    this.#keepAtMost(Math.min(maxKept, this.#mostTaken));
  }

  /** Releases the oldest first. */
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
