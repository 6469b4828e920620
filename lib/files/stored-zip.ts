import { crc32 } from 'node:zlib';
import { type Chunks, chunksOf, type MemoryContent, sizeOf } from './produced-file.ts';

/** Version 2.0, and names in UTF-8 (APPNOTE 4.4.3, 4.4.4). */
const version = 20;
const utf8Names = 0x0800;

/** A file of a ZIP file, without its bytes. */
export interface ZipEntry {
  /** Occurs once in the ZIP file. */
  name: string;
  /** Bytes. */
  size: number;
  crc32: number;
}

/** What a ZIP file has besides the bytes of its files: a header before each, and the directory at the end. */
export interface ZipFrame {
  headers: readonly Uint8Array[];
  directory: Uint8Array;
  /** Size of the ZIP file in bytes. */
  size: number;
}

/**
 * Returns a ZIP file that contains files as they are: results are already compressed. Their bytes are not copied, so the
 * ZIP file lasts as long as they do.
 *
 * @param files by their names, each of which occurs once. All together below 4 GiB
 */
export function storedZip(files: ReadonlyMap<string, MemoryContent>): Chunks {
  const entries = [...files].map(([name, content]): ZipEntry => {
    const checksum = chunksOf(content).reduce((sum, chunk) => crc32(chunk, sum), 0);
    return { name, size: sizeOf(content), crc32: checksum };
  });
  const { headers, directory, size } = zipFrame(entries);
  const contents = [...files.values()];
  const chunks = headers.flatMap((header, index) => [
    header,
    ...chunksOf(contents[index] ?? new Uint8Array()),
  ]);
  return { chunks: [...chunks, directory], size };
}

/**
 * Returns the frame of a ZIP file whose files are stored as they are.
 *
 * Source: APPNOTE.TXT 6.3.10, PKWARE.
 *
 * @param entries all together below 4 GiB
 */
export function zipFrame(entries: readonly ZipEntry[]): ZipFrame {
  const modified = dosTime(new Date());
  const headers: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const common = commonFields(name, entry, modified);
    directory.push(directoryEntry(common, position), name);
    const header = Buffer.concat([Buffer.of(0x50, 0x4b, 3, 4), common, name]);
    headers.push(header);
    position += header.length + entry.size;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.concat([...directory, endRecord(entries.length, length, position)]);
  return { headers, directory: end, size: position + end.length };
}

/** The fields that the header of a file and its entry in the directory share (4.3.7, 4.3.12). */
function commonFields(name: Buffer, { size, crc32: checksum }: ZipEntry, modified: number): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(version, 0);
  bytes.writeUInt16LE(utf8Names, 2);
  bytes.writeUInt32LE(modified, 6);
  bytes.writeUInt32LE(checksum, 10);
  bytes.writeUInt32LE(size, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

/** Time in the lower and date in the upper half, in UTC: ZIP files have no time zone (4.4.6). */
function dosTime(date: Date): number {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return day * 0x10000 + time;
}

function directoryEntry(common: Buffer, headerPosition: number): Buffer {
  const bytes = Buffer.alloc(46);
  bytes.write('PK\x01\x02', 'latin1');
  bytes.writeUInt16LE(version, 4);
  common.copy(bytes, 6);
  bytes.writeUInt32LE(headerPosition, 42);
  return bytes;
}

function endRecord(count: number, size: number, position: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.write('PK\x05\x06', 'latin1');
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(position, 16);
  return bytes;
}
