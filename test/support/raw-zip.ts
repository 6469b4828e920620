import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP that need not be a valid one; what is absent is as it should be. */
export interface RawEntry {
  name: string;
  data?: Buffer | string;
  /** Compressed data that are not `data` deflated. */
  compressed?: Buffer;
  method?: number;
  flags?: number;
  /** Declared in both headers. */
  size?: number;
  /** The name in the local header. */
  localName?: string;
  /** The directory points to the local header of this earlier entry. */
  sharesDataOf?: number;
}

export interface RawZipOptions {
  /** Sizes and offsets in ZIP64 records. */
  zip64?: boolean;
  comment?: string;
}

const no32 = 0xffffffff;

/** A ZIP as described, valid or not. */
export function rawZip(
  entries: readonly RawEntry[],
  { zip64 = false, comment = '' }: RawZipOptions = {},
): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, data = '', method = 8, flags = 0, localName = name, sharesDataOf } = entry;
    const content = Buffer.from(data);
    const compressed = entry.compressed ?? (method === 8 ? deflateRawSync(content) : content);
    const size = entry.size ?? content.length;
    const common = Buffer.alloc(22);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(compressed.length, 14);
    common.writeUInt32LE(size, 18);
    const at = sharesDataOf === undefined ? offset : (offsets[sharesDataOf] ?? 0);
    offsets.push(at);
    if (sharesDataOf === undefined) {
      const header = Buffer.concat([
        Buffer.from('PK\x03\x04'),
        common,
        lengths(localName, 0),
        Buffer.from(localName),
        compressed,
      ]);
      local.push(header);
      offset += header.length;
    }
    const extra = zip64 ? zip64Extra(size, compressed.length, at) : Buffer.alloc(0);
    if (zip64) {
      common.writeUInt32LE(no32, 14);
      common.writeUInt32LE(no32, 18);
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(zip64 ? no32 : at, 10);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00'),
        common,
        lengths(name, extra.length),
        rest,
        Buffer.from(name),
        extra,
      ]),
    );
  }
  return Buffer.concat([
    ...local,
    ...directory,
    end(entries.length, offset, Buffer.concat(directory).length, zip64, comment),
  ]);
}

function lengths(name: string, extra: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(Buffer.byteLength(name), 0);
  bytes.writeUInt16LE(extra, 2);
  return bytes;
}

function zip64Extra(size: number, compressedSize: number, offset: number): Buffer {
  const bytes = Buffer.alloc(28);
  bytes.writeUInt16LE(1, 0);
  bytes.writeUInt16LE(24, 2);
  bytes.writeBigUInt64LE(BigInt(size), 4);
  bytes.writeBigUInt64LE(BigInt(compressedSize), 12);
  bytes.writeBigUInt64LE(BigInt(offset), 20);
  return bytes;
}

function end(count: number, offset: number, length: number, zip64: boolean, comment: string): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.write('PK\x05\x06', 0, 'latin1');
  bytes.writeUInt16LE(zip64 ? 0xffff : count, 8);
  bytes.writeUInt16LE(zip64 ? 0xffff : count, 10);
  bytes.writeUInt32LE(zip64 ? no32 : length, 12);
  bytes.writeUInt32LE(zip64 ? no32 : offset, 16);
  bytes.writeUInt16LE(comment.length, 20);
  if (!zip64) return Buffer.concat([bytes, Buffer.from(comment)]);
  const end64 = Buffer.alloc(56 + 20);
  end64.write('PK\x06\x06', 0, 'latin1');
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(length), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  end64.write('PK\x06\x07', 56, 'latin1');
  end64.writeBigUInt64LE(BigInt(offset + length), 64);
  end64.writeUInt32LE(1, 72);
  return Buffer.concat([end64, bytes, Buffer.from(comment)]);
}
