import { crc32 } from 'node:zlib';
import { type Chunks, chunksOf, type MemoryContent, sizeOf } from './produced-file.ts';

/** Of the format that a reader must know. */
const version = 20;

/** Bit 11 of the general purpose flags. */
const namesInUtf8 = 0x800;

/**
 * A ZIP that holds files as they are, for such as are compressed already. It has the pieces of their contents, not copies.
 *
 * @param entries with distinct names; less than 65,536, and all together less than 4 GiB
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export function storedZip(
  entries: readonly { fileName: string; content: MemoryContent }[],
  modified = new Date(),
): Chunks {
  const chunks: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let size = 0;
  for (const { fileName, content } of entries) {
    const name = Buffer.from(fileName);
    const description = describe(name, content, modified);
    directory.push(directoryEntry(description, size), name);
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), description, name]);
    chunks.push(header, ...chunksOf(content));
    size += header.length + sizeOf(content);
  }
  const ending = Buffer.concat(directory);
  chunks.push(ending, endOf(entries.length, ending.length, size));
  return { chunks, size: size + ending.length + endLength };
}

/** What stands of a file both before it and in the directory. */
function describe(name: Buffer, content: MemoryContent, modified: Date): Buffer {
  const checksum = chunksOf(content).reduce((value, chunk) => crc32(chunk, value), 0);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(version, 0);
  fields.writeUInt16LE(namesInUtf8, 2);
  // At 4 the method: 0, stored.
  fields.writeUInt16LE(
    (modified.getHours() << 11) | (modified.getMinutes() << 5) | (modified.getSeconds() >> 1),
    6,
  );
  fields.writeUInt16LE(
    ((modified.getFullYear() - 1980) << 9) | ((modified.getMonth() + 1) << 5) | modified.getDate(),
    8,
  );
  fields.writeUInt32LE(checksum, 10);
  fields.writeUInt32LE(sizeOf(content), 14);
  fields.writeUInt32LE(sizeOf(content), 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/** @param offset of the file's header */
function directoryEntry(description: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(version, 4);
  description.copy(entry, 6);
  entry.writeUInt32LE(offset, 42);
  return entry;
}

const endLength = 22;

function endOf(count: number, directoryLength: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(endLength);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directoryLength, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
