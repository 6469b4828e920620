import { buffer } from 'node:stream/consumers';
import { FormatError, type RandomAccess, readExactly } from '../../base/random-access.ts';

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
}

/** [MS-CFB] 2.2. */
export const compoundSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const headerLength = 512;
const difatInHeader = 109;
const directoryEntryLength = 128;
/** 32,768 entries. Office documents have a few dozen; with many embedded objects, a few hundred. */
const maxDirectoryBytes = 4 * 1024 * 1024;
/** Maximum bytes of adjacent sectors in one read. */
const mostReadTogether = 1024 * 1024;
/** Values from here on are markers, not sectors ([MS-CFB] 2.1). */
const firstMarker = 0xfffffffa;
const endOfChain = 0xfffffffe;
const noEntry = 0xffffffff;

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
  };
}

/** Reads sectors and follows their chains. The allocation table is read as far as the chains need it. */
class SectorReader {
  readonly #file: RandomAccess;
  readonly #header: Buffer;
  readonly #sectorLength: number;
  readonly #tables = new Map<number, Buffer>();
  /** Locations of the allocation table's sectors after the 109 in the header, as far as known. */
  readonly #difat: number[] = [];
  #nextDifatSector: number;

  constructor(file: RandomAccess, header: Buffer) {
    const shift = header.readUInt16LE(0x1e);
    if (shift !== 9 && shift !== 12) throw new FormatError(`sectors of 2^${shift} bytes`);
    this.#file = file;
    this.#header = header;
    this.#sectorLength = 1 << shift;
    this.#nextDifatSector = header.readUInt32LE(0x44);
  }

  /** The output of `pieces` in one buffer. */
  chain(first: number, atMost: number): Promise<Buffer> {
    return buffer(this.pieces(first, atMost));
  }

  /**
   * The sectors of the chain that starts at `first`: at least `atMost` bytes of them if it is that long. Adjacent
   * sectors are read together.
   */
  async *pieces(first: number, atMost: number): AsyncGenerator<Buffer> {
    const runs: { start: number; count: number }[] = [];
    const limit = Math.min(Math.ceil(atMost / this.#sectorLength), this.#sectorCount);
    let run: { start: number; count: number } | undefined;
    let sector = first;
    for (let taken = 0; taken < limit && sector !== endOfChain; taken += 1) {
      const isNeighbour = run && sector === run.start + run.count && run.count < this.#mostTogether;
      if (run && isNeighbour) run.count += 1;
      else runs.push((run = { start: sector, count: 1 }));
      sector = await this.#next(sector);
    }
    for (const { start, count } of runs) {
      const offset = (start + 1) * this.#sectorLength;
      if (offset > this.#file.size) throw new FormatError('chain of sectors leaves the file');
      // Some writers truncate the last sector.
      const length = Math.min(count * this.#sectorLength, this.#file.size - offset);
      yield await readExactly(this.#file, offset, length);
    }
  }

  get #mostTogether(): number {
    return mostReadTogether / this.#sectorLength;
  }

  get #sectorCount(): number {
    return Math.ceil(this.#file.size / this.#sectorLength);
  }

  async #next(sector: number): Promise<number> {
    const perSector = this.#sectorLength / 4;
    const table = await this.#table(Math.floor(sector / perSector));
    return table.readUInt32LE((sector % perSector) * 4);
  }

  async #table(index: number): Promise<Buffer> {
    let table = this.#tables.get(index);
    if (!table) {
      table = await this.#sector(await this.#tableSector(index));
      this.#tables.set(index, table);
    }
    return table;
  }

  async #tableSector(index: number): Promise<number> {
    if (index < difatInHeader) return this.#header.readUInt32LE(0x4c + index * 4);
    const perSector = this.#sectorLength / 4 - 1;
    while (this.#difat.length <= index - difatInHeader) {
      if (this.#difat.length > this.#sectorCount) throw new FormatError('sector table runs in a circle');
      const sector = await this.#sector(this.#nextDifatSector);
      for (let at = 0; at < perSector; at += 1) this.#difat.push(sector.readUInt32LE(at * 4));
      this.#nextDifatSector = sector.readUInt32LE(perSector * 4);
    }
    return this.#difat[index - difatInHeader] ?? noEntry;
  }

  #sector(sector: number): Promise<Buffer> {
    if (sector >= firstMarker) throw new FormatError('chain of sectors is broken');
    return readExactly(this.#file, (sector + 1) * this.#sectorLength, this.#sectorLength);
  }
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

/** A stream below the cutoff: 64-byte sectors inside a separate stream ([MS-CFB] 2.4). */
async function readMiniStream(
  sectors: SectorReader,
  header: Buffer,
  directory: Buffer,
  stream: CompoundStream,
): Promise<Buffer> {
  const miniLength = 64;
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
