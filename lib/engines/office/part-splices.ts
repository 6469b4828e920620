import type { FileHandle } from 'node:fs/promises';
import { constants, createDeflateRaw } from 'node:zlib';
import type { RandomAccess } from '../../base/random-access.ts';
import { through } from './through.ts';
import type { ZipEntry } from './zip-directory.ts';
import { locateEntry, readRange } from './zip-entry.ts';
import { ZipWriter } from './zip-writer.ts';

/** A change to a part: the bytes from `start` to `end` (exclusive) become `bytes`. */
export interface Splice {
  start: number;
  end: number;
  bytes: Buffer;
}

/**
 * Writes the package `file` to `target` with new content for some parts. All others are copied in compressed form.
 * Holds one piece at a time.
 *
 * @param contentOf returns a part's new content in pieces; undefined if the part stays unchanged
 */
export async function rewriteParts(
  file: RandomAccess,
  entries: readonly ZipEntry[],
  target: FileHandle,
  contentOf: (entry: ZipEntry) => Promise<AsyncIterable<Buffer> | undefined>,
): Promise<void> {
  const writer = new ZipWriter(target);
  for (const entry of entries) {
    const content = await contentOf(entry);
    if (content) {
      await writer.add(entry, content, deflate);
    } else {
      const { start, end } = await locateEntry(file, entry);
      await writer.copy(entry, readRange(file, start, end));
    }
  }
  await writer.finish();
}

/** The content `pieces` with `splices` applied, which must be in order and not overlap. */
export async function* spliced(
  pieces: AsyncIterable<Buffer>,
  splices: readonly Splice[],
): AsyncGenerator<Buffer> {
  let at = 0;
  /** Everything before this offset is written or omitted. */
  let done = 0;
  let index = 0;
  for await (const piece of pieces) {
    const end = at + piece.length;
    for (let next = splices[index]; next && next.start <= end; next = splices[index]) {
      if (next.start > done) yield piece.subarray(done - at, next.start - at);
      if (next.bytes.length > 0) yield next.bytes;
      done = next.end;
      index += 1;
    }
    if (done < end) {
      yield piece.subarray(done - at);
      done = end;
    }
    at = end;
  }
}

/** Fast rather than small: only the conversion reads the file, once. */
const deflate = (content: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  through(content, createDeflateRaw({ level: constants.Z_BEST_SPEED }));
