import { releaseBuffer } from '../../../base/release-memory.ts';
import { deflate } from '../filters/deflate.ts';
import type { ByteWriter } from '../syntax/byte-writer.ts';
import { GrowingBytes } from '../syntax/growing-bytes.ts';
import { compressionLevel } from './compression-level.ts';
import type { ObjectPlaces } from './object-places.ts';

/** A reader inflates a whole stream for one object, and each stream costs zlib as much as several objects. */
export const objectsPerStream = 200;

/** Fewer objects are shorter outside a stream. */
export const worthPacking = 3;

/** The file that receives the packed objects. */
export interface PackerOutput {
  /** Returns a number for an object stream. */
  nextNumber: () => number;
  /** Writes a finished object stream: its number, its dictionary without the length, its data. */
  stream: (number: number, dict: string, data: Buffer) => void;
  /** Writes an object outside object streams. Its bytes are valid during the call only. */
  plain: (number: number, object: Buffer) => void;
}

export interface PackerOptions {
  /** Fewer objects are written outside a stream. */
  minPacked?: number | undefined;
  /** The zlib level of the streams. */
  level?: number | undefined;
}

/** Collects objects into object streams (PDF 32000-1, 7.5.7). */
export class ObjectPacker {
  readonly #places: ObjectPlaces;
  readonly #output: PackerOutput;
  readonly #minPacked: number;
  readonly #level: number;
  /** The objects of one stream after another. */
  readonly #objects = new GrowingBytes();
  #scratch = Buffer.alloc(0);
  #numbers: number[] = [];
  #offsets: number[] = [];

  constructor(
    places: ObjectPlaces,
    output: PackerOutput,
    { minPacked = worthPacking, level = compressionLevel }: PackerOptions = {},
  ) {
    this.#places = places;
    this.#output = output;
    this.#minPacked = minPacked;
    this.#level = level;
  }

  /** Starts an object. Write it to the returned writer, then call {@link end}. */
  begin(number: number): ByteWriter {
    this.#numbers.push(number);
    this.#offsets.push(this.#objects.length);
    return this.#objects;
  }

  end(): void {
    this.#objects.text('\n');
    if (this.#numbers.length === objectsPerStream) this.flush();
  }

  /** Writes the collected objects. Further objects go into another stream. */
  flush(): void {
    const contents = this.#objects.take();
    if (this.#numbers.length < this.#minPacked) this.#writePlain(contents);
    else this.#writeStream(contents);
    this.#numbers = [];
    this.#offsets = [];
  }

  #writePlain(contents: Buffer): void {
    for (const [index, number] of this.#numbers.entries()) {
      const end = this.#offsets[index + 1] ?? contents.length;
      this.#output.plain(number, contents.subarray(this.#offsets[index], end - 1));
    }
  }

  #writeStream(contents: Buffer): void {
    const stream = this.#output.nextNumber();
    let header = '';
    for (const [index, number] of this.#numbers.entries()) {
      this.#places.pack(number, stream, index);
      header += `${number} ${this.#offsets[index]} `;
    }
    const data = deflate(this.#joined(header, contents), this.#level);
    const dict = `/Type/ObjStm/N ${this.#numbers.length}/First ${header.length}/Filter/FlateDecode`;
    this.#output.stream(stream, dict, data);
    releaseBuffer(data.buffer);
  }

  /** Valid until the next call. A document has thousands of streams, and a buffer for each would be garbage. */
  #joined(header: string, contents: Buffer): Buffer {
    const length = header.length + contents.length;
    if (this.#scratch.length < length) this.#scratch = Buffer.allocUnsafeSlow(2 * length);
    this.#scratch.write(header, 'latin1');
    contents.copy(this.#scratch, header.length);
    return this.#scratch.subarray(0, length);
  }
}
