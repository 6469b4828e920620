import { open } from 'node:fs/promises';

/** A file that is read in pieces: on disk, in memory, or behind ranged requests. */
export interface RandomAccess {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `offset`; fewer than `length` only where the file ends. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** Bytes that are in memory already. */
export function fromBuffer(bytes: Uint8Array): RandomAccess {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: buffer.length,
    read: (offset, length) => Promise.resolve(buffer.subarray(offset, offset + length)),
  };
}

/** A file on disk, open until it is disposed of: `await using file = await fromFile(path)`. */
export async function fromFile(path: string): Promise<RandomAccess & AsyncDisposable> {
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

const blockLength = 32 * 1024;

/**
 * `file`, read in aligned blocks that are kept: for many small reads close to each other where each costs a round
 * trip. Larger reads pass through.
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
 * Exactly `length` bytes from `offset`.
 *
 * @throws FormatError where the file ends before
 */
export async function readExactly(file: RandomAccess, offset: number, length: number): Promise<Buffer> {
  if (offset < 0 || offset + length > file.size) throw new FormatError(`ends before byte ${offset + length}`);
  const bytes = await file.read(offset, length);
  if (bytes.length !== length) throw new Error(`read ${bytes.length} of ${length} bytes at ${offset}`);
  return bytes;
}

/** A container (ZIP, OLE2, XML) that breaks its format's rules. The message is internal. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}
