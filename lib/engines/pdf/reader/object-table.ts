import { releaseBuffer } from '../../../base/release-memory.ts';
import type { WorkBudget } from '../work-budget.ts';

/** The kind of place of an object. `free` and `unknown` objects are null (PDF 32000-1, 7.3.10). */
export const Location = { unknown: 0, offset: 1, objectStream: 2, free: 3 } as const;
export type Location = (typeof Location)[keyof typeof Location];

/** The highest object number (PDF 32000-1, annex C). */
export const maxObjectNumber = 8_388_607;

/**
 * The cross-reference of a file: the place of each object. Stored in columns, because files have hundreds of thousands
 * of objects.
 */
export class ObjectTable {
  readonly #budget: WorkBudget;
  #locations = new Uint8Array(256);
  #positions = new Uint32Array(256);
  #details = new Uint32Array(256);
  #length = 0;
  #hasObjectStreams = false;

  constructor(budget: WorkBudget) {
    this.#budget = budget;
  }

  /** One more than the highest number. */
  get length(): number {
    return this.#length;
  }

  /** Whether any object is in an object stream. */
  get hasObjectStreams(): boolean {
    return this.#hasObjectStreams;
  }

  location(number: number): Location {
    return (this.#locations[number] ?? Location.unknown) as Location;
  }

  /** The offset of an object, or the number of the object stream that it is in. */
  position(number: number): number {
    return this.#positions[number] ?? 0;
  }

  /** The generation of an object at an offset, or the index in the object stream. */
  detail(number: number): number {
    return this.#details[number] ?? 0;
  }

  /** Enters an object unless it has an entry, because newer revisions are read first. */
  add(number: number, location: Location, position: number, detail: number): void {
    if (this.location(number) === Location.unknown) this.replace(number, location, position, detail);
  }

  /**
   * Replaces the entry of an object.
   *
   * @throws InputFault `file-too-large`
   */
  replace(number: number, location: Location, position: number, detail: number): void {
    if (number >= this.#length) this.#grow(number + 1);
    if (location === Location.objectStream) this.#hasObjectStreams = true;
    this.#locations[number] = location;
    this.#positions[number] = position;
    this.#details[number] = detail;
  }

  #grow(length: number): void {
    this.#budget.objects(length - this.#length);
    this.#length = length;
    if (length <= this.#locations.length) return;
    const capacity = Math.max(length, Math.min(this.#locations.length * 2, maxObjectNumber + 1));
    this.#locations = extended(this.#locations, new Uint8Array(capacity));
    this.#positions = extended(this.#positions, new Uint32Array(capacity));
    this.#details = extended(this.#details, new Uint32Array(capacity));
  }
}

function extended<T extends Uint8Array | Uint32Array>(from: T, into: T): T {
  into.set(from);
  releaseBuffer(from.buffer);
  return into;
}
