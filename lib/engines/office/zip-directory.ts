import { FormatError, type RandomAccess, readExactly } from '../../base/random-access.ts';

/** One entry of the central directory; offsets and sizes in bytes. */
export interface ZipEntry {
  /** As written: forward slashes; a folder's name ends with one. */
  name: string;
  /** The name's raw bytes, in any encoding. */
  nameBytes: Buffer;
  /** 0 stored, 8 deflated (APPNOTE 4.4.5). */
  method: number;
  /** Bit 0 encrypted, bit 3 sizes after the data, bit 11 name in UTF-8 (APPNOTE 4.4.4). */
  flags: number;
  /** DOS time and date, as one 32-bit number. */
  modified: number;
  crc32: number;
  compressedSize: number;
  /** Declared inflated size. */
  size: number;
  headerOffset: number;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  /** Offset of the central directory; all entries end before it. */
  offset: number;
}

const endSignature = 0x06054b50;
const end64LocatorSignature = 0x07064b50;
const end64Signature = 0x06064b50;
const entrySignature = 0x02014b50;
const endLength = 22;
const end64LocatorLength = 20;
const end64Length = 56;
const entryLength = 46;
/** An entry takes about 100 bytes, so this is far more than any document's number of parts. */
const maxDirectoryBytes = 16 * 1024 * 1024;
const maxComment = 0xffff;

/**
 * Reads the central directory of a ZIP file (PKWARE APPNOTE 6.3), including ZIP64. Only the end of the file and the
 * directory are read. Up to 64 KB after the archive are ignored; other readers may find another directory in them, so
 * rewrite the archive before another reader opens it.
 *
 * @throws FormatError when the directory is missing or malformed
 */
export async function readZipDirectory(file: RandomAccess): Promise<ZipDirectory> {
  const end = await readEnd(file);
  if (end.length > maxDirectoryBytes) throw new FormatError(`directory of ${end.length} bytes`);
  const bytes = await readExactly(file, end.offset, end.length);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at < bytes.length) {
    const { entry, next } = readEntry(bytes, at);
    entries.push(entry);
    at = next;
  }
  if (entries.length !== end.count) {
    throw new FormatError(`directory of ${entries.length} entries, ${end.count} declared`);
  }
  return { entries, offset: end.offset };
}

interface End {
  count: number;
  offset: number;
  length: number;
}

async function readEnd(file: RandomAccess): Promise<End> {
  if (file.size < endLength) throw new FormatError('no end of central directory');
  // Most files have no comment, so the record is the file's last 22 bytes.
  for (const window of [1024, endLength + maxComment]) {
    const start = Math.max(0, file.size - window);
    const tail = await readExactly(file, start, file.size - start);
    for (const at of endSignatures(tail)) {
      if (at + endLength + tail.readUInt16LE(at + 20) !== tail.length) continue;
      return readEnd64(file, start + at, endAt(tail, at));
    }
  }
  return readEarlierEnd(file);
}

/**
 * The last end record that is followed by bytes outside any archive. It must directly follow the directory that it
 * describes, because those bytes can contain anything, such as a second archive.
 */
async function readEarlierEnd(file: RandomAccess): Promise<End> {
  const start = Math.max(0, file.size - endLength - maxComment);
  const tail = await readExactly(file, start, file.size - start);
  for (const at of endSignatures(tail)) {
    const end = endAt(tail, at);
    if (end.offset + end.length === start + at) return end;
  }
  throw new FormatError('no end of central directory');
}

/** The positions of the end record's signature in `tail`, from last to first. */
function* endSignatures(tail: Buffer): Generator<number> {
  for (let at = tail.length - endLength; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === endSignature) yield at;
  }
}

const endAt = (tail: Buffer, at: number): End => ({
  count: tail.readUInt16LE(at + 10),
  length: tail.readUInt32LE(at + 12),
  offset: tail.readUInt32LE(at + 16),
});

/** `end`, with the values of the ZIP64 record before it if there is one. */
async function readEnd64(file: RandomAccess, position: number, end: End): Promise<End> {
  if (end.count !== 0xffff && end.length !== 0xffffffff && end.offset !== 0xffffffff) return end;
  if (position < end64LocatorLength) return end;
  const locator = await readExactly(file, position - end64LocatorLength, end64LocatorLength);
  if (locator.readUInt32LE(0) !== end64LocatorSignature) return end;
  const end64 = numberAt(locator, 8);
  const record = await readExactly(file, end64, end64Length);
  if (record.readUInt32LE(0) !== end64Signature) throw new FormatError('no ZIP64 end of central directory');
  return {
    count: numberAt(record, 32),
    length: numberAt(record, 40),
    offset: numberAt(record, 48),
  };
}

function readEntry(bytes: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + entryLength > bytes.length || bytes.readUInt32LE(at) !== entrySignature) {
    throw new FormatError(`no directory entry at byte ${at} of the directory`);
  }
  const nameEnd = at + entryLength + bytes.readUInt16LE(at + 28);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  const next = extraEnd + bytes.readUInt16LE(at + 32);
  if (next > bytes.length) throw new FormatError('directory entry reaches past the directory');
  const nameBytes = bytes.subarray(at + entryLength, nameEnd);
  const entry: ZipEntry = {
    name: nameBytes.toString('utf8'),
    nameBytes,
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    modified: bytes.readUInt32LE(at + 12),
    crc32: bytes.readUInt32LE(at + 16),
    compressedSize: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    headerOffset: bytes.readUInt32LE(at + 42),
  };
  applyZip64(entry, bytes.subarray(nameEnd, extraEnd));
  return { entry, next };
}

/** The ZIP64 extra field (APPNOTE 4.5.3) holds, in this order, only those of the three values that did not fit. */
function applyZip64(entry: ZipEntry, extra: Buffer): void {
  const field = extraField(extra, 1);
  if (!field) return;
  let at = 0;
  for (const key of ['size', 'compressedSize', 'headerOffset'] as const) {
    if (entry[key] !== 0xffffffff) continue;
    if (at + 8 > field.length) throw new FormatError('ZIP64 field is too short');
    entry[key] = numberAt(field, at);
    at += 8;
  }
}

function extraField(extra: Buffer, id: number): Buffer | undefined {
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, Math.min(end, extra.length));
    at = end;
  }
  return undefined;
}

/** A 64-bit number that is a valid file offset. */
function numberAt(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new FormatError('ZIP64 number out of range');
  return Number(value);
}
