import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { ZipEntry } from './zip-directory.ts';

const utf8Name = 1 << 11;
const localHeaderLength = 30;

/** Bytes that are collected before they are written: most parts of a document are smaller. */
const writeLength = 64 * 1024;

/** Writes a ZIP file whose sizes fit in 32 bits, entry by entry. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #directory: Buffer[] = [];
  /** Not yet written. */
  #waiting: Buffer[] = [];
  #written = 0;
  #offset = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Adds `entry` with its compressed data unchanged. */
  async copy(entry: ZipEntry, compressed: AsyncIterable<Buffer>): Promise<void> {
    const headerOffset = this.#offset;
    await this.#append(header(entry));
    for await (const piece of compressed) await this.#append(piece);
    this.#directory.push(directoryEntry(entry, headerOffset));
  }

  /**
   * Adds an entry with the name and time of `like` and new content.
   *
   * @param content the content in pieces
   * @param compress compresses the content
   */
  async add(like: ZipEntry, content: AsyncIterable<Buffer>, compress: Compress): Promise<void> {
    const headerOffset = this.#offset;
    const entry = { ...like, method: 8, crc32: 0, size: 0, compressedSize: 0 };
    const incomplete = header(entry);
    await this.#append(incomplete);
    const dataOffset = this.#offset;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of content) {
        entry.crc32 = crc32(piece, entry.crc32);
        entry.size += piece.length;
        yield piece;
      }
    };
    for await (const piece of compress(counted())) await this.#append(piece);
    entry.compressedSize = this.#offset - dataOffset;
    // Checksum and sizes are known only now.
    const complete = header(entry);
    if (headerOffset < this.#written) await this.#file.write(complete, 0, complete.length, headerOffset);
    else complete.copy(incomplete);
    this.#directory.push(directoryEntry(entry, headerOffset));
  }

  /** Writes the directory. The caller closes the file. */
  async finish(): Promise<void> {
    const offset = this.#offset;
    const directory = Buffer.concat(this.#directory);
    await this.#append(directory);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#directory.length, 8);
    end.writeUInt16LE(this.#directory.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(offset, 16);
    await this.#append(end);
    await this.#flush();
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes);
    this.#offset += bytes.length;
    if (this.#offset - this.#written >= writeLength) await this.#flush();
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let left = Buffer.concat(waiting); left.length > 0;) {
      const { bytesWritten } = await this.#file.write(left, 0, left.length, this.#written);
      this.#written += bytesWritten;
      left = left.subarray(bytesWritten);
    }
  }
}

/**
 * The first time that a ZIP can state: equal contents make equal files. Date in the upper half: years from 1980, month,
 * day.
 */
const firstTime = ((1 << 5) | 1) << 16;

/** The description of a new file for `add`. */
export const newEntry = (name: string): ZipEntry => ({
  name,
  nameBytes: Buffer.from(name),
  method: 8,
  flags: utf8Name,
  modified: firstTime,
  crc32: 0,
  compressedSize: 0,
  size: 0,
  headerOffset: 0,
});

/** Compresses content to raw deflate data. */
export type Compress = (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

function header(entry: ZipEntry): Buffer {
  const bytes = Buffer.alloc(localHeaderLength);
  bytes.writeUInt32LE(0x04034b50, 0);
  writeCommon(bytes, 4, entry);
  return Buffer.concat([bytes, entry.nameBytes]);
}

function directoryEntry(entry: ZipEntry, headerOffset: number): Buffer {
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(20, 4);
  writeCommon(bytes, 6, entry);
  bytes.writeUInt32LE(headerOffset, 42);
  return Buffer.concat([bytes, entry.nameBytes]);
}

/**
 * The fields shared by local and central header (APPNOTE 4.3.7, 4.3.12), from "version needed" to the name's length.
 */
function writeCommon(bytes: Buffer, at: number, entry: ZipEntry): void {
  bytes.writeUInt16LE(20, at);
  // Sizes are in the header, whatever flags the entry had before.
  bytes.writeUInt16LE(entry.flags & utf8Name, at + 2);
  bytes.writeUInt16LE(entry.method, at + 4);
  bytes.writeUInt32LE(entry.modified, at + 6);
  bytes.writeUInt32LE(entry.crc32, at + 10);
  bytes.writeUInt32LE(entry.compressedSize, at + 14);
  bytes.writeUInt32LE(entry.size, at + 18);
  bytes.writeUInt16LE(entry.nameBytes.length, at + 22);
}
