import { releaseBuffer } from '../../../base/release-memory.ts';

/** Object streams, a cross-reference stream and an encryption dictionary come on top of the objects of a document. */
const addedObjects = 7;

/**
 * The place of each object in a file, by number. Stored in columns, because a file has hundreds of thousands of
 * objects.
 */
export class ObjectPlaces {
  /** Offsets; for packed objects the numbers of their object streams; 0 means free. */
  #positions: Float64Array<ArrayBuffer>;
  /** For packed objects the index in the stream plus one, else 0. */
  #indices: Uint16Array<ArrayBuffer>;

  /** @param size the highest number plus one; it may grow */
  constructor(size: number) {
    const room = size + (size >> 6) + addedObjects;
    this.#positions = new Float64Array(room);
    this.#indices = new Uint16Array(room);
  }

  /** Enters an object outside object streams. */
  place(number: number, offset: number): void {
    this.#enter(number, offset, 0);
  }

  /** Enters an object of an object stream. */
  pack(number: number, stream: number, index: number): void {
    this.#enter(number, stream, index + 1);
  }

  /** The offset of an object, or the number of its object stream; 0 if there is none. */
  position(number: number): number {
    return this.#positions[number] ?? 0;
  }

  /** The index in the object stream; -1 outside object streams. */
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
