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
 * Objects as bytes, by number. The bytes (for streams, of the dictionaries) are stored one after another in slabs;
 * stream data stay in the inputs. Stored in columns, because a document has hundreds of thousands of objects.
 */
export class RawObjects extends ByteWriter {
  readonly #slabs: Buffer[] = [this.slab];
  /** How many objects each slab holds. */
  readonly #held: number[] = [0];
  readonly #buffers: (Buffer | undefined)[] = [undefined];
  /** The slab of each object, from 1; 0 means no object. */
  #slabOf = new Uint32Array(256);
  #start = new Uint32Array(256);
  #end = new Uint32Array(256);
  #bufferOf = new Uint32Array(256);
  #dataStart = new Uint32Array(256);
  #dataEnd = new Uint32Array(256);
  #groupOf = new Uint32Array(256);
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
    if (number >= this.#slabOf.length) this.#grow(number + 1);
    this.delete(number);
    this.#count(this.#slabs.length, 1);
    this.#groupOf[number] = group;
    this.#slabOf[number] = this.#slabs.length;
    this.#start[number] = this.#begun;
    this.#end[number] = this.at;
    this.#bufferOf[number] = data?.buffer ?? noData;
    this.#dataStart[number] = data?.start ?? 0;
    this.#dataEnd[number] = data?.end ?? 0;
  }

  /** Ends the object. It replaces the object of that number, or the dictionary of a stream, whose data stay. */
  replace(number: number): void {
    const data = {
      buffer: this.#bufferOf[number] ?? noData,
      start: this.#dataStart[number] ?? 0,
      end: this.#dataEnd[number] ?? 0,
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
    return this.has(number) ? (this.#groupOf[number] ?? ownGroup) : ownGroup;
  }

  has(number: number): boolean {
    return (this.#slabOf[number] ?? 0) > 0;
  }

  hasData(number: number): boolean {
    return this.#bufferOf[number] !== noData && this.has(number);
  }

  /** The length of an object without stream data. */
  headLength(number: number): number {
    return (this.#end[number] ?? 0) - (this.#start[number] ?? 0);
  }

  /** The length of a stream's data. */
  dataLength(number: number): number {
    return (this.#dataEnd[number] ?? 0) - (this.#dataStart[number] ?? 0);
  }

  get(number: number): RawObject | undefined {
    const slab = this.#slabs[(this.#slabOf[number] ?? 0) - 1];
    if (!slab) return undefined;
    const data = this.#buffers[this.#bufferOf[number] as number];
    return {
      head: slab.subarray(this.#start[number], this.#end[number]),
      data: data?.subarray(this.#dataStart[number], this.#dataEnd[number]),
    };
  }

  /** Calls `read` with the place of an object's bytes without stream data. Returns its result. */
  readHead<T>(number: number, read: (bytes: Buffer, start: number, end: number) => T): T | undefined {
    const slab = this.#slabs[(this.#slabOf[number] ?? 0) - 1];
    return slab && read(slab, this.#start[number] as number, this.#end[number] as number);
  }

  /** Moves an object's bytes without stream data to the end of `out`. A slab from which all were moved is released. */
  moveHead(number: number, out: ByteWriter): void {
    const slab = this.#slabs[(this.#slabOf[number] ?? 0) - 1];
    if (!slab) return;
    out.copy(slab, this.#start[number] as number, this.#end[number] as number);
    this.remove(number);
  }

  /** Deletes an object. A slab whose objects were all removed is released. */
  remove(number: number): void {
    const slabOf = this.#slabOf[number] ?? 0;
    const slab = this.#slabs[slabOf - 1];
    if (!slab) return;
    this.delete(number);
    if (this.#held[slabOf - 1] === 0 && slab !== this.slab) releaseBuffer(slab.buffer);
  }

  /** The data of a stream. */
  data(number: number): Buffer | undefined {
    const buffer = this.#buffers[this.#bufferOf[number] ?? noData];
    return buffer?.subarray(this.#dataStart[number], this.#dataEnd[number]);
  }

  /** Frees the memory of all objects but the data of streams. There are none afterwards, and none may be added. */
  release(): void {
    const columns = [
      this.#slabOf,
      this.#start,
      this.#end,
      this.#bufferOf,
      this.#dataStart,
      this.#dataEnd,
      this.#groupOf,
    ];
    for (const { buffer } of [...this.#slabs, ...columns]) releaseBuffer(buffer);
  }

  delete(number: number): void {
    const slabOf = this.#slabOf[number] ?? 0;
    if (slabOf === 0) return;
    this.#slabOf[number] = 0;
    this.#count(slabOf, -1);
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

  #grow(length: number): void {
    const capacity = Math.max(length, this.#slabOf.length * 2);
    const larger = (column: Uint32Array): Uint32Array<ArrayBuffer> => {
      const copy = new Uint32Array(capacity);
      copy.set(column);
      releaseBuffer(column.buffer);
      return copy;
    };
    this.#slabOf = larger(this.#slabOf);
    this.#start = larger(this.#start);
    this.#end = larger(this.#end);
    this.#bufferOf = larger(this.#bufferOf);
    this.#dataStart = larger(this.#dataStart);
    this.#dataEnd = larger(this.#dataEnd);
    this.#groupOf = larger(this.#groupOf);
  }
}
