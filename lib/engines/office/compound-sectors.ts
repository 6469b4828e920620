import { buffer } from 'node:stream/consumers';
import { FormatError, type RandomAccess, readExactly } from '../../base/random-access.ts';

const difatInHeader = 109;
/** Maximum bytes of adjacent sectors in one read. */
const mostReadTogether = 1024 * 1024;
/** Values from here on are markers, not sectors ([MS-CFB] 2.1). */
const firstMarker = 0xfffffffa;
export const endOfChain = 0xfffffffe;
export const noEntry = 0xffffffff;

/** Reads sectors and follows their chains. The allocation table is read as far as the chains need it. */
export class SectorReader {
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

  /**
   * Where in the file a byte of the chain that starts at `first` is.
   *
   * @throws FormatError when the chain is broken or ends before
   */
  async locate(first: number, offset: number): Promise<number> {
    let sector = first;
    const steps = Math.floor(offset / this.#sectorLength);
    if (steps > this.#sectorCount) throw new FormatError('chain of sectors is too short');
    for (let step = 0; step < steps; step += 1) sector = await this.#next(sector);
    const found = (sector + 1) * this.#sectorLength + (offset % this.#sectorLength);
    if (sector >= firstMarker || found >= this.#file.size)
      throw new FormatError('chain of sectors is broken');
    return found;
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
