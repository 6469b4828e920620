import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writevSync,
} from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** Of one call to the file system, about. */
const batchBytes = 512 * 1024;

/**
 * Immutable files with random names. A blob counts only once the catalogue names it, so a write that is cut short
 * leaves an orphan and never half an object. Keys never become file names.
 */
export class Blobs {
  readonly #directory: string;

  constructor(directory: string) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
  }

  /** Writes a new blob and returns its id; if the source fails, nothing stays and its error is thrown. */
  async write(source: AsyncIterable<Buffer>): Promise<string> {
    const id = randomUUID();
    const file = openSync(this.#path(id), 'wx');
    try {
      for await (const batch of inBatches(source)) writeAll(file, batch);
      return id;
    } catch (error) {
      this.remove(id);
      throw error;
    } finally {
      closeSync(file);
    }
  }

  /** A second name for the same bytes, which lives independently of the first. */
  duplicate(id: string): string {
    const copy = randomUUID();
    linkSync(this.#path(id), this.#path(copy));
    return copy;
  }

  /**
   * Reads bytes `start` to `end`, both included. The file is opened before this returns: a caller that has just
   * looked the id up reads that blob to its end, even if it is removed meanwhile.
   */
  read(id: string, start = 0, end = Infinity): Readable {
    const fd = openSync(this.#path(id), 'r');
    return createReadStream('', { fd, start, end, highWaterMark: batchBytes });
  }

  /** All blobs one after the other; each is opened when its turn comes, so none may be removed meanwhile. */
  async *readAll(ids: string[]): AsyncGenerator<Buffer> {
    for (const id of ids) yield* this.read(id) as AsyncIterable<Buffer>;
  }

  remove(id: string): void {
    rmSync(this.#path(id), { force: true });
  }

  /** Removes what a killed process left behind. */
  removeAllExcept(known: Set<string>): void {
    for (const id of readdirSync(this.#directory)) if (!known.has(id)) this.remove(id);
  }

  #path(id: string): string {
    return path.join(this.#directory, id);
  }
}

async function* inBatches(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  let length = 0;
  for await (const data of source) {
    batch.push(data);
    length += data.length;
    if (length < batchBytes) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (length > 0) yield batch;
}

/**
 * Writes as often as it takes: a full disk may take a part before it rejects. The store has a thread of its own, and to
 * pass a batch to another one takes longer than to copy it to the system's cache.
 */
function writeAll(file: number, batch: Buffer[]): void {
  const length = batch.reduce((sum, data) => sum + data.length, 0);
  const written = writevSync(file, batch);
  if (written < length) writeFileSync(file, Buffer.concat(batch).subarray(written));
}
