/** Where each object of a file stands, by number. Columns, since a file has hundreds of thousands of them. */
export class ObjectPlaces {
  /** Offsets, of packed objects the numbers of their object streams; 0 is free. */
  readonly #positions: number[];
  /** Of packed objects one more than the index in the stream, else 0. */
  readonly #indices: number[];

  /** @param size One more than the highest number; it may grow */
  constructor(size: number) {
    this.#positions = new Array<number>(size).fill(0);
    this.#indices = new Array<number>(size).fill(0);
  }

  /** Enters an object that stands by itself. */
  place(number: number, offset: number): void {
    this.#positions[number] = offset;
    this.#indices[number] = 0;
  }

  /** Enters an object of an object stream. */
  pack(number: number, stream: number, index: number): void {
    this.#positions[number] = stream;
    this.#indices[number] = index + 1;
  }

  /** The offset of an object, or the number of the object stream that it is in; 0 when there is none. */
  position(number: number): number {
    return this.#positions[number] ?? 0;
  }

  /** The place in the object stream, -1 when the object stands by itself. */
  index(number: number): number {
    return (this.#indices[number] ?? 0) - 1;
  }
}
