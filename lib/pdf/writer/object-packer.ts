import { deflateSync } from 'node:zlib';
import { ByteWriter } from '../syntax/byte-writer.ts';
import { compressionLevel } from './compression-level.ts';
import type { ObjectPlaces } from './object-places.ts';

/** Readers have to inflate a whole stream for one object; each stream costs zlib as much as several of its objects. */
const objectsPerStream = 200;

/** Takes a finished object stream: its number, its dictionary without the length, its data. */
export type EmitStream = (number: number, dict: string, data: Buffer) => void;

/** Gathers objects into object streams (PDF 32000-1, 7.5.7). */
export class ObjectPacker {
  readonly #places: ObjectPlaces;
  readonly #nextNumber: () => number;
  readonly #emit: EmitStream;
  readonly #objects = new Gathered();
  #stream = 0;
  #count = 0;
  #header = '';

  constructor(places: ObjectPlaces, nextNumber: () => number, emit: EmitStream) {
    this.#places = places;
    this.#nextNumber = nextNumber;
    this.#emit = emit;
  }

  /** Starts an object, which is to be written to what this answers; {@link end} ends it. */
  begin(number: number): ByteWriter {
    if (this.#count === 0) this.#stream = this.#nextNumber();
    this.#places.pack(number, this.#stream, this.#count);
    this.#header += `${number} ${this.#objects.length} `;
    return this.#objects;
  }

  end(): void {
    this.#objects.text('\n');
    this.#count += 1;
    if (this.#count === objectsPerStream) this.flush();
  }

  /** Finishes the stream in hand. */
  flush(): void {
    if (this.#count === 0) return;
    const contents = Buffer.concat([Buffer.from(this.#header, 'latin1'), this.#objects.take()]);
    const data = deflateSync(contents, { level: compressionLevel });
    const dict = `/Type/ObjStm/N ${this.#count}/First ${this.#header.length}/Filter/FlateDecode`;
    this.#emit(this.#stream, dict, data);
    this.#count = 0;
    this.#header = '';
  }
}

/** The objects of one stream after another, in one buffer. */
class Gathered extends ByteWriter {
  get length(): number {
    return this.at;
  }

  /** What was written, valid until the next is. */
  take(): Buffer {
    const bytes = this.slab.subarray(0, this.at);
    this.at = 0;
    return bytes;
  }

  protected override renew(count: number): void {
    const larger = this.newSlab(2 * (this.at + count));
    this.slab.copy(larger, 0, 0, this.at);
    this.slab = larger;
  }
}
