import { randomInt } from 'node:crypto';
import type { Glyphs } from './glyphs.ts';
import { overlappingRuns } from './overlapping-runs.ts';

/** How far a glyph and its repetition are apart at most, in sizes of the font. */
const distance = 0.12;

/**
 * Leaves out glyphs that repeat others at the same place: outlines, shadows and strokes that look bold. One piece of
 * content repeats nothing: the letters of a ligature have one place.
 *
 * @param indices of the glyphs to look at
 */
export function withoutRepeats(glyphs: Glyphs, indices: readonly number[]): readonly number[] {
  const overlapping = overlappingRuns(glyphs, indices, distance);
  if (overlapping.size === 0) return indices;
  const places = new GlyphPlaces(glyphs, indices.length);
  return indices.filter((index) => {
    const run = glyphs.run(index);
    if (!overlapping.has(run)) return true;
    const cell = 2 * distance * run.size;
    const column = Math.round(glyphs.x(index) / cell);
    const row = Math.round(glyphs.y(index) / cell);
    if (isRepeat(places, glyphs, index, column, row)) return false;
    places.set(column, row, index);
    return true;
  });
}

function isRepeat(places: GlyphPlaces, glyphs: Glyphs, index: number, column: number, row: number): boolean {
  const run = glyphs.run(index);
  for (let across = -1; across <= 1; across += 1) {
    for (let down = -1; down <= 1; down += 1) {
      const other = places.find(column + across, row + down, index);
      if (other < 0 || glyphs.run(other) === run) continue;
      const apart = Math.hypot(glyphs.x(other) - glyphs.x(index), glyphs.y(other) - glyphs.y(index));
      if (apart <= distance * run.size) return true;
    }
  }
  return false;
}

/** Odd numbers that no document can know, so that none can choose places that share a slot. */
const [columnFactor, rowFactor, textFactor] = Array.from({ length: 3 }, () => randomInt(2 ** 31) | 1) as [
  number,
  number,
  number,
];

/** The last glyph of each text and size in each cell of a page: a hash table with open addressing. */
class GlyphPlaces {
  readonly #glyphs: Glyphs;
  /** Number of slots less one; a power of two, so that half of them stay free. */
  readonly #mask: number;
  /** Index of the glyph in each slot, plus one; 0 if the slot is free. */
  readonly #slots: Int32Array;
  readonly #columns: Float64Array;
  readonly #rows: Float64Array;

  constructor(glyphs: Glyphs, most: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * most + 1));
    this.#glyphs = glyphs;
    this.#mask = slots - 1;
    this.#slots = new Int32Array(slots);
    this.#columns = new Float64Array(slots);
    this.#rows = new Float64Array(slots);
  }

  /** The glyph in a cell that has the text and the size of this one; -1 if there is none. */
  find(column: number, row: number, index: number): number {
    return (this.#slots[this.#slotOf(column, row, index)] as number) - 1;
  }

  set(column: number, row: number, index: number): void {
    const slot = this.#slotOf(column, row, index);
    this.#slots[slot] = index + 1;
    this.#columns[slot] = column;
    this.#rows[slot] = row;
  }

  #slotOf(column: number, row: number, index: number): number {
    const glyphs = this.#glyphs;
    const text = glyphs.text(index);
    const size = Math.round(glyphs.run(index).size);
    let slot = hashOf(column, row, text.charCodeAt(0)) & this.#mask;
    for (;;) {
      const other = (this.#slots[slot] as number) - 1;
      if (other < 0) return slot;
      const isSame =
        this.#columns[slot] === column &&
        this.#rows[slot] === row &&
        glyphs.text(other) === text &&
        Math.round(glyphs.run(other).size) === size;
      if (isSame) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}

function hashOf(column: number, row: number, code: number): number {
  const sum = Math.imul(column, columnFactor) + Math.imul(row, rowFactor) + Math.imul(code, textFactor);
  return Math.imul(sum ^ (sum >>> 15), columnFactor) >>> 8;
}
