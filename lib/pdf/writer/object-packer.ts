import { deflateSync } from 'node:zlib';
import { ChunkWriter } from './chunk-writer.ts';

/** As many as qpdf puts into one: readers have to inflate a whole stream for one object. */
const objectsPerStream = 100;

/** Where an object went. */
export interface PackedPlace {
  stream: number;
  index: number;
}

/** Gathers objects into object streams (PDF 32000-1, 7.5.7). */
export class ObjectPacker {
  readonly #nextNumber: () => number;
  readonly #emit: (number: number, dict: string, data: Buffer) => void;
  #stream = 0;
  #count = 0;
  #header = '';
  #objects = new ChunkWriter();

  /** @param emit Takes the finished streams: number, dictionary without length, data */
  constructor(nextNumber: () => number, emit: (number: number, dict: string, data: Buffer) => void) {
    this.#nextNumber = nextNumber;
    this.#emit = emit;
  }

  /** Adds an object, which `write` writes. */
  add(number: number, write: (out: ChunkWriter) => void): PackedPlace {
    if (this.#count === 0) this.#stream = this.#nextNumber();
    const place = { stream: this.#stream, index: this.#count };
    this.#header += `${number} ${this.#objects.length} `;
    write(this.#objects);
    this.#objects.text('\n');
    this.#count += 1;
    if (this.#count === objectsPerStream) this.flush();
    return place;
  }

  /** Finishes the stream in hand. */
  flush(): void {
    if (this.#count === 0) return;
    const data = deflateSync(Buffer.concat([Buffer.from(this.#header, 'latin1'), ...this.#objects.finish()]));
    const dict = `/Type/ObjStm/N ${this.#count}/First ${this.#header.length}/Filter/FlateDecode`;
    this.#emit(this.#stream, dict, data);
    this.#count = 0;
    this.#header = '';
    this.#objects = new ChunkWriter();
  }
}
