import { crc32 } from 'node:zlib';
import { type Chunks, chunksOf, type MemoryContent, sizeOf } from './produced-file.ts';

/** Version 2.0, and names in UTF-8 (APPNOTE 4.4.3, 4.4.4). */
const version = 20;
const utf8Names = 0x0800;

/**
 * Returns a ZIP file that contains files as they are: results are already compressed. Their bytes are not copied, so the
 * ZIP file lasts as long as they do.
 *
 * Source: APPNOTE.TXT 6.3.10, PKWARE.
 *
 * @param files by their names, each of which occurs once. All together below 4 GiB
 */
export function storedZip(files: ReadonlyMap<string, MemoryContent>): Chunks {
  const modified = dosTime(new Date());
  const chunks: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const [name, content] of files) {
    const nameBytes = Buffer.from(name);
    const common = commonFields(nameBytes, content, modified);
    directory.push(directoryEntry(common, position), nameBytes);
    const header = Buffer.concat([Buffer.of(0x50, 0x4b, 3, 4), common, nameBytes]);
    chunks.push(header, ...chunksOf(content));
    position += header.length + sizeOf(content);
  }
  const entries = Buffer.concat(directory);
  chunks.push(entries, endRecord(files.size, entries.length, position));
  return { chunks, size: chunks.reduce((size, chunk) => size + chunk.length, 0) };
}

/** The fields that the header of a file and its entry in the directory share (4.3.7, 4.3.12). */
function commonFields(name: Buffer, content: MemoryContent, modified: number): Buffer {
  const size = sizeOf(content);
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(version, 0);
  bytes.writeUInt16LE(utf8Names, 2);
  bytes.writeUInt32LE(modified, 6);
  bytes.writeUInt32LE(
    chunksOf(content).reduce((sum, chunk) => crc32(chunk, sum), 0),
    10,
  );
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
