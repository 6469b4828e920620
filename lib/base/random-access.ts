import { open } from 'node:fs/promises';
import { readSmallFile, smallBytes } from './small-files.ts';

/** A file with random access: on disk, in memory, or behind ranged requests. */
export interface RandomAccess {
  /** Size in bytes. */
  readonly size: number;
  /** Reads bytes from `offset`. Returns fewer than `length` only at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** Opens bytes that are already in memory. */
export function fromBuffer(bytes: Uint8Array): RandomAccess {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: buffer.length,
    read: (offset, length) => Promise.resolve(buffer.subarray(offset, offset + length)),
  };
}

/**
 * Opens a file on disk until it is disposed of: `await using file = await fromFile(path)`. A small one is read at once.
 */
export async function fromFile(path: string): Promise<RandomAccess & AsyncDisposable> {
  const content = readSmallFile(path);
  if (content) return { ...fromBuffer(content), [Symbol.asyncDispose]: () => Promise.resolve() };
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return {
      size,
      async read(offset, length) {
        const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
        let filled = 0;
        while (filled < buffer.length) {
          const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return buffer.subarray(0, filled);
      },
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** `file` itself, or its content in memory if it is small: one read instead of one for each part. */
export const inMemoryIfSmall = async (file: RandomAccess): Promise<RandomAccess> =>
  file.size <= smallBytes ? fromBuffer(await readExactly(file, 0, file.size)) : file;

const blockLength = 32 * 1024;

/**
 * Reads `file` in aligned, cached blocks: for many small reads close to each other when each costs a round trip. Larger
 * reads bypass the cache.
 */
export function inBlocks(file: RandomAccess): RandomAccess {
  const blocks = new Map<number, Promise<Buffer>>();
  const block = (index: number): Promise<Buffer> => {
    const kept = blocks.get(index) ?? file.read(index * blockLength, blockLength);
    blocks.set(index, kept);
    return kept;
  };
  return {
    size: file.size,
    async read(offset, length) {
      if (length > blockLength) return file.read(offset, length);
      const index = Math.floor(offset / blockLength);
      const begin = offset - index * blockLength;
      const first = await block(index);
      if (begin + length <= blockLength || first.length < blockLength) {
        return first.subarray(begin, begin + length);
      }
      return Buffer.concat([first, await block(index + 1)]).subarray(begin, begin + length);
    },
  };
}

/**
 * Reads exactly `length` bytes from `offset`.
 *
 * @throws FormatError when the file ends before
 */
export async function readExactly(file: RandomAccess, offset: number, length: number): Promise<Buffer> {
  if (offset < 0 || offset + length > file.size) throw new FormatError(`ends before byte ${offset + length}`);
  const bytes = await file.read(offset, length);
  if (bytes.length !== length) throw new Error(`read ${bytes.length} of ${length} bytes at ${offset}`);
  return bytes;
}

/** A container (ZIP, OLE2, XML) that violates its format. The message is internal. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}
