import { releaseBuffer } from '../../../base/release-memory.ts';

/** Where each object of a file stands, by number. Columns, since a file has hundreds of thousands of them. */
export class ObjectPlaces {
  /** Offsets, of packed objects the numbers of their object streams; 0 is free. */
  #positions: Float64Array<ArrayBuffer>;
  /** Of packed objects one more than the index in the stream, else 0. */
  #indices: Uint16Array<ArrayBuffer>;

  /** @param size One more than the highest number; it may grow */
  constructor(size: number) {
    this.#positions = new Float64Array(size);
    this.#indices = new Uint16Array(size);
  }

  /** Enters an object that stands by itself. */
  place(number: number, offset: number): void {
    this.#enter(number, offset, 0);
  }

  /** Enters an object of an object stream. */
  pack(number: number, stream: number, index: number): void {
    this.#enter(number, stream, index + 1);
  }

  /** The offset of an object, or the number of the object stream that it is in; 0 when there is none. */
  position(number: number): number {
    return this.#positions[number] ?? 0;
  }

  /** The place in the object stream, -1 when the object stands by itself. */
  index(number: number): number {
    return (this.#indices[number] ?? 0) - 1;
  }

  #enter(number: number, position: number, index: number): void {
    if (number >= this.#positions.length) this.#grow(2 * number);
    this.#positions[number] = position;
    this.#indices[number] = index;
  }

  #grow(size: number): void {
    const [positions, indices] = [this.#positions, this.#indices];
    this.#positions = new Float64Array(size);
    this.#positions.set(positions);
    this.#indices = new Uint16Array(size);
    this.#indices.set(indices);
    for (const { buffer } of [positions, indices]) releaseBuffer(buffer);
  }
}
