import { buffer } from 'node:stream/consumers';
import { FormatError, type RandomAccess, readExactly } from '../../base/random-access.ts';
import { endOfChain, noEntry, SectorReader } from './compound-sectors.ts';

/** A stream directly in the root of a compound file. */
export interface CompoundStream {
  name: string;
  /** Size in bytes. */
  size: number;
  firstSector: number;
}

/** An OLE2 compound file ([MS-CFB]), read on demand. */
export interface CompoundFile {
  /** Streams and storages in the root, by name. */
  root: ReadonlyMap<string, CompoundStream>;
  /** Declared size in bytes of all streams, at any depth. */
  declaredBytes: number;
  /**
   * The whole content of a stream of the root.
   *
   * @throws FormatError when its sector chain is malformed
   */
  read(stream: CompoundStream): Promise<Buffer>;
  /**
   * The same content in pieces of about a megabyte.
   *
   * @throws FormatError when its sector chain is malformed
   */
  pieces(stream: CompoundStream): AsyncGenerator<Buffer>;
  /**
   * Where in the file a byte of a stream is.
   *
   * @throws FormatError when its sector chain is malformed or ends before
   */
  locate(stream: CompoundStream, offset: number): Promise<number>;
}

/** [MS-CFB] 2.2. */
export const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const headerLength = 512;
const directoryEntryLength = 128;
/** 32,768 entries. Office documents have a few dozen; with many embedded objects, a few hundred. */
const maxDirectoryBytes = 4 * 1024 * 1024;

/** @throws FormatError when the header or directory is malformed or truncated */
export async function openCompoundFile(file: RandomAccess): Promise<CompoundFile> {
  const header = await readExactly(file, 0, headerLength);
  if (!header.subarray(0, 8).equals(compoundSignature)) throw new FormatError('no compound file');
  const sectors = new SectorReader(file, header);
  const directory = await sectors.chain(header.readUInt32LE(0x30), maxDirectoryBytes);
  const entries = readRoot(directory);
  const miniCutoff = header.readUInt32LE(0x38);
  async function* pieces(stream: CompoundStream): AsyncGenerator<Buffer> {
    let left = stream.size;
    if (left === 0) return;
    const found =
      left >= miniCutoff
        ? sectors.pieces(stream.firstSector, left)
        : [await readMiniStream(sectors, header, directory, stream)];
    for await (const piece of found) {
      yield piece.subarray(0, left);
      left -= Math.min(left, piece.length);
    }
    if (left > 0) throw new FormatError(`stream ${stream.name} is cut off`);
  }
  return {
    root: new Map(entries.map((entry) => [entry.name, entry])),
    declaredBytes: declaredBytes(directory),
    read: (stream) => buffer(pieces(stream)),
    pieces,
    locate: async (stream, offset) =>
      stream.size >= miniCutoff
        ? sectors.locate(stream.firstSector, offset)
        : locateInMiniStream(sectors, header, directory, { first: stream.firstSector, offset }),
  };
}

interface DirectoryEntry extends CompoundStream {
  left: number;
  right: number;
  child: number;
}

function readEntry(directory: Buffer, id: number): DirectoryEntry {
  const at = id * directoryEntryLength;
  if (at + directoryEntryLength > directory.length) throw new FormatError(`no directory entry ${id}`);
  const nameLength = Math.min(64, directory.readUInt16LE(at + 64));
  return {
    name: directory.toString('utf16le', at, at + Math.max(0, nameLength - 2)),
    left: directory.readUInt32LE(at + 68),
    right: directory.readUInt32LE(at + 72),
    child: directory.readUInt32LE(at + 76),
    firstSector: directory.readUInt32LE(at + 116),
    // The high half is unreliable in files with 512-byte sectors ([MS-CFB] 2.6.1), and no input is that large.
    size: directory.readUInt32LE(at + 120),
  };
}

/** Object type of a stream ([MS-CFB] 2.6.1). */
const streamType = 2;

function declaredBytes(directory: Buffer): number {
  let sum = 0;
  for (let at = 0; at + directoryEntryLength <= directory.length; at += directoryEntryLength) {
    if (directory[at + 66] === streamType) sum += directory.readUInt32LE(at + 120);
  }
  return sum;
}

/** The root's children: a tree of siblings, in which a hostile file can create a cycle. */
function readRoot(directory: Buffer): CompoundStream[] {
  const found: CompoundStream[] = [];
  const seen = new Set<number>();
  const waiting = [readEntry(directory, 0).child];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === noEntry || seen.has(id)) continue;
    seen.add(id);
    const { name, size, firstSector, left, right } = readEntry(directory, id);
    found.push({ name, size, firstSector });
    waiting.push(left, right);
  }
  return found;
}

const miniLength = 64;

/** A stream below the cutoff: 64-byte sectors inside a separate stream ([MS-CFB] 2.4). */
async function readMiniStream(
  sectors: SectorReader,
  header: Buffer,
  directory: Buffer,
  stream: CompoundStream,
): Promise<Buffer> {
  const container = readEntry(directory, 0);
  const table = await sectors.chain(header.readUInt32LE(0x3c), maxDirectoryBytes);
  const content = await sectors.chain(container.firstSector, Math.min(container.size, maxDirectoryBytes));
  const pieces: Buffer[] = [];
  const count = Math.ceil(stream.size / miniLength);
  for (let sector = stream.firstSector; pieces.length < count && sector !== endOfChain;) {
    if (sector * 4 + 4 > table.length || (sector + 1) * miniLength > content.length) {
      throw new FormatError('chain of small sectors is broken');
    }
    pieces.push(content.subarray(sector * miniLength, (sector + 1) * miniLength));
    sector = table.readUInt32LE(sector * 4);
  }
  return Buffer.concat(pieces);
}

async function locateInMiniStream(
  sectors: SectorReader,
  header: Buffer,
  directory: Buffer,
  { first, offset }: { first: number; offset: number },
): Promise<number> {
  const table = await sectors.chain(header.readUInt32LE(0x3c), maxDirectoryBytes);
  let sector = first;
  for (let left = Math.floor(offset / miniLength); left > 0; left -= 1) {
    if (sector * 4 + 4 > table.length) throw new FormatError('chain of small sectors is broken');
    sector = table.readUInt32LE(sector * 4);
  }
  return sectors.locate(readEntry(directory, 0).firstSector, sector * miniLength + (offset % miniLength));
}
