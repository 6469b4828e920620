import { releaseBuffer } from '../../../base/release-memory.ts';
import { ByteWriter } from '../syntax/byte-writer.ts';

/** An object as bytes: the whole object, or the dictionary of a stream with the data. */
export interface RawObject {
  head: Buffer;
  data: Buffer | undefined;
}

/**
 * The groups of objects that are packed together: copies of one source's pages, and of its other objects. A reader that
 * fails on one object of an object stream may lose all of them, so a stream never holds objects of two sources, and
 * pages are separate.
 */
export interface PackingGroups {
  pages: number;
  others: number;
}

/** The group of objects that were not copied. */
export const ownGroup = 0;

/** The buffer number that means "no stream data". */
const noData = 0;

/**
 * The columns of a row: the slab, from 1, where 0 means no object, and the bytes in it; the buffer of stream data and
 * the bytes in it; the group.
 */
const column = { slab: 0, start: 1, end: 2, buffer: 3, dataStart: 4, dataEnd: 5, group: 6 } as const;
const rowLength = 7;

/** A split makes thousands of documents of a few objects. */
const firstRows = 32;

/**
 * Objects as bytes, by number. The bytes (for streams, of the dictionaries) are stored one after another in slabs;
 * stream data stay in the inputs. Stored as numbers, because a document has hundreds of thousands of objects.
 */
export class RawObjects extends ByteWriter {
  readonly #slabs: Buffer[] = [this.slab];
  /** How many objects each slab holds. */
  readonly #held: number[] = [0];
  readonly #buffers: (Buffer | undefined)[] = [undefined];
  /** A row of numbers for each object, by its number. */
  #rows = new Uint32Array(firstRows * rowLength);
  readonly #groups = new Map<Buffer, PackingGroups>();
  #begun = 0;

  /** Starts an object. Everything written until `finish` belongs to it. */
  begin(): void {
    this.#begun = this.at;
  }

  /** Discards everything written since `begin`. */
  discard(): void {
    this.at = this.#begun;
  }

  /** Ends the object. */
  finish(number: number, group: number, data?: { buffer: number; start: number; end: number }): void {
    if (number * rowLength >= this.#rows.length) this.#grow(number + 1);
    this.delete(number);
    this.#count(this.#slabs.length, 1);
    const row = number * rowLength;
    this.#rows[row + column.slab] = this.#slabs.length;
    this.#rows[row + column.start] = this.#begun;
    this.#rows[row + column.end] = this.at;
    this.#rows[row + column.buffer] = data?.buffer ?? noData;
    this.#rows[row + column.dataStart] = data?.start ?? 0;
    this.#rows[row + column.dataEnd] = data?.end ?? 0;
    this.#rows[row + column.group] = group;
  }

  /** Ends the object. It replaces the object of that number, or the dictionary of a stream, whose data stay. */
  replace(number: number): void {
    const data = {
      buffer: this.#entry(number, column.buffer),
      start: this.#entry(number, column.dataStart),
      end: this.#entry(number, column.dataEnd),
    };
    this.finish(number, this.group(number), data);
  }

  /** Registers a buffer that holds stream data. Returns its number. */
  addBuffer(buffer: Buffer): number {
    return this.#buffers.push(buffer) - 1;
  }

  /** The groups for copies from the source with these bytes, shared by all its copiers. */
  groupsOf(source: Buffer): PackingGroups {
    const next = ownGroup + 1 + 2 * this.#groups.size;
    const groups = this.#groups.get(source) ?? { pages: next, others: next + 1 };
    this.#groups.set(source, groups);
    return groups;
  }

  /** The packing group of an object. */
  group(number: number): number {
    return this.has(number) ? this.#entry(number, column.group) : ownGroup;
  }

  has(number: number): boolean {
    return this.#entry(number, column.slab) > 0;
  }

  hasData(number: number): boolean {
    return this.#entry(number, column.buffer) !== noData && this.has(number);
  }

  /** The length of an object without stream data. */
  headLength(number: number): number {
    return this.#entry(number, column.end) - this.#entry(number, column.start);
  }

  /** The length of a stream's data. */
  dataLength(number: number): number {
    return this.#entry(number, column.dataEnd) - this.#entry(number, column.dataStart);
  }

  get(number: number): RawObject | undefined {
    const slab = this.#slabs[this.#entry(number, column.slab) - 1];
    if (!slab) return undefined;
    const data = this.#buffers[this.#entry(number, column.buffer)];
    return {
      head: slab.subarray(this.#entry(number, column.start), this.#entry(number, column.end)),
      data: data?.subarray(this.#entry(number, column.dataStart), this.#entry(number, column.dataEnd)),
    };
  }

  /** Calls `read` with the place of an object's bytes without stream data. Returns its result. */
  readHead<T>(number: number, read: (bytes: Buffer, start: number, end: number) => T): T | undefined {
    const slab = this.#slabs[this.#entry(number, column.slab) - 1];
    return slab && read(slab, this.#entry(number, column.start), this.#entry(number, column.end));
  }

  /** Moves an object's bytes without stream data to the end of `out`. A slab from which all were moved is released. */
  moveHead(number: number, out: ByteWriter): void {
    const slab = this.#slabs[this.#entry(number, column.slab) - 1];
    if (!slab) return;
    out.copy(slab, this.#entry(number, column.start), this.#entry(number, column.end));
    this.remove(number);
  }

  /** Deletes an object. A slab whose objects were all removed is released. */
  remove(number: number): void {
    const slabOf = this.#entry(number, column.slab);
    const slab = this.#slabs[slabOf - 1];
    if (!slab) return;
    this.delete(number);
    if (this.#held[slabOf - 1] === 0 && slab !== this.slab) releaseBuffer(slab.buffer);
  }

  /** The data of a stream. */
  data(number: number): Buffer | undefined {
    const buffer = this.#buffers[this.#entry(number, column.buffer)];
    return buffer?.subarray(this.#entry(number, column.dataStart), this.#entry(number, column.dataEnd));
  }

  /** Frees the memory of all objects but the data of streams. There are none afterwards, and none may be added. */
  release(): void {
    for (const { buffer } of [...this.#slabs, this.#rows]) releaseBuffer(buffer);
  }

  delete(number: number): void {
    const slabOf = this.#entry(number, column.slab);
    if (slabOf === 0) return;
    this.#rows[number * rowLength + column.slab] = 0;
    this.#count(slabOf, -1);
  }

  /** 0 for absent objects. */
  #entry(number: number, index: number): number {
    return this.#rows[number * rowLength + index] ?? 0;
  }

  #count(slabOf: number, change: number): void {
    this.#held[slabOf - 1] = (this.#held[slabOf - 1] ?? 0) + change;
  }

  protected override renew(count: number): void {
    // The current object must stay in one piece.
    const begun = this.slab.subarray(this.#begun, this.at);
    this.slab = this.newSlab(2 * (begun.length + count));
    begun.copy(this.slab);
    this.#slabs.push(this.slab);
    this.#begun = 0;
    this.at = begun.length;
  }

  #grow(count: number): void {
    const rows = this.#rows;
    this.#rows = new Uint32Array(Math.max(count * rowLength, rows.length * 2));
    this.#rows.set(rows);
    releaseBuffer(rows.buffer);
  }
}
