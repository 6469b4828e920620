import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { FormatError, type RandomAccess, readExactly } from '../../base/random-access.ts';
import { through } from './through.ts';
import type { ZipEntry } from './zip-directory.ts';

const localSignature = 0x04034b50;
const localLength = 30;
const pieceLength = 256 * 1024;
/** Parts up to this size are inflated in one call, which is several times faster than a stream for small parts. */
const oneGoBytes = 1024 * 1024;

/** The range of an entry's data, after its local header: `start` to `end` (exclusive). */
export async function locateEntry(
  file: RandomAccess,
  entry: ZipEntry,
): Promise<{ start: number; end: number }> {
  const header = await readExactly(file, entry.headerOffset, localLength + entry.nameBytes.length);
  if (header.readUInt32LE(0) !== localSignature) throw new FormatError(`no local header of ${entry.name}`);
  // A reader that relies on the local headers must not see another document.
  const sameName =
    header.readUInt16LE(26) === entry.nameBytes.length &&
    header.subarray(localLength).equals(entry.nameBytes);
  if (!sameName || header.readUInt16LE(8) !== entry.method) {
    throw new FormatError(`local header of ${entry.name} differs from the directory`);
  }
  const start = entry.headerOffset + header.length + header.readUInt16LE(28);
  const end = start + entry.compressedSize;
  if (end > file.size) throw new FormatError(`${entry.name} reaches past the file`);
  return { start, end };
}

/** The bytes `start` to `end` of `file` in pieces. */
export async function* readRange(file: RandomAccess, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += pieceLength) {
    yield await readExactly(file, at, Math.min(pieceLength, end - at));
  }
}

/** The content of an entry cannot be read, although its headers are valid. */
export class BrokenContentError extends FormatError {}

/**
 * The inflated content of `entry` in pieces. Never inflates more than the declared size.
 *
 * @throws BrokenContentError when the content cannot be inflated or does not have the declared size
 */
export async function* inflateEntry(
  file: RandomAccess,
  entry: ZipEntry,
  location?: { start: number; end: number },
): AsyncGenerator<Buffer> {
  const { start, end } = location ?? (await locateEntry(file, entry));
  let size = 0;
  for await (const piece of decompress(file, entry, start, end)) {
    size += piece.length;
    if (size > entry.size) break;
    yield piece;
  }
  if (size !== entry.size) throw new BrokenContentError(`${entry.name} is not of its declared size`);
}

/**
 * The whole content of a small entry.
 *
 * @throws FormatError when the content is broken, or larger than `maxBytes`
 */
export async function readEntry(file: RandomAccess, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  if (entry.size > maxBytes) throw new FormatError(`${entry.name} is too large`);
  const pieces: Buffer[] = [];
  for await (const piece of inflateEntry(file, entry)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function decompress(
  file: RandomAccess,
  entry: ZipEntry,
  start: number,
  end: number,
): AsyncIterable<Buffer> | Iterable<Buffer> {
  if ((entry.flags & 1) !== 0) throw new BrokenContentError(`${entry.name} is encrypted`);
  if (entry.method === 0) return readRange(file, start, end);
  if (entry.method !== 8) {
    throw new BrokenContentError(`${entry.name} has compression method ${entry.method}`);
  }
  return entry.size <= oneGoBytes && end - start <= oneGoBytes
    ? inflateAtOnce(file, entry, start, end)
    : inflateStream(file, entry, start, end);
}

async function* inflateAtOnce(
  file: RandomAccess,
  entry: ZipEntry,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const bytes = await readExactly(file, start, end - start);
  try {
    yield inflateRawSync(bytes, { maxOutputLength: entry.size + 1 });
  } catch (cause) {
    throw inflationError(entry, cause);
  }
}

async function* inflateStream(
  file: RandomAccess,
  entry: ZipEntry,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: pieceLength });
  try {
    yield* through(readRange(file, start, end), inflate);
  } catch (cause) {
    throw inflationError(entry, cause);
  }
}

/** A BrokenContentError for zlib's errors; other errors (reading the file failed) unchanged. */
function inflationError(entry: ZipEntry, cause: unknown): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  return code !== undefined && /^Z_|^ERR_BUFFER_TOO_LARGE$/.test(code)
    ? new BrokenContentError(`${entry.name} cannot be inflated`, { cause })
    : cause;
}
