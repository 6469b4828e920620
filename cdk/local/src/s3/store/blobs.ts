import { randomUUID } from 'node:crypto';
import { createReadStream, linkSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
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
    // Opened first: a source that fails at once would otherwise be cleaned up after before the file is there.
    const file = await open(this.#path(id), 'wx');
    try {
      for await (const batch of inBatches(source)) await writeAll(file, batch);
      return id;
    } catch (error) {
      this.remove(id);
      throw error;
    } finally {
      await file.close();
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

/** Writes as often as it takes: a full disk may take a part before it rejects. */
async function writeAll(file: FileHandle, batch: Buffer[]): Promise<void> {
  const length = batch.reduce((sum, data) => sum + data.length, 0);
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten < length) await file.writeFile(Buffer.concat(batch).subarray(bytesWritten));
}
