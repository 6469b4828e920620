import type { Glyph } from './glyph.ts';

/** How far a glyph and its repetition are apart at most, in sizes of the font. */
const distance = 0.12;

/**
 * Leaves out glyphs that repeat others at the same place: outlines, shadows and strokes that look bold. One piece of
 * content repeats nothing: the letters of a ligature have one place.
 */
export function withoutRepeats(glyphs: readonly Glyph[]): Glyph[] {
  const places = new Places(glyphs.length);
  return glyphs.filter((glyph) => {
    const cell = 2 * distance * glyph.size;
    const [column, row] = [Math.round(glyph.x / cell), Math.round(glyph.y / cell)];
    for (let across = -1; across <= 1; across += 1) {
      for (let down = -1; down <= 1; down += 1) {
        const other = places.at(column + across, row + down, glyph);
        if (other && isRepeat(other, glyph)) return false;
      }
    }
    places.set(column, row, glyph);
    return true;
  });
}

const isRepeat = (a: Glyph, b: Glyph): boolean =>
  a.run !== b.run && Math.hypot(a.x - b.x, a.y - b.y) <= distance * b.size;

/** The last glyph of each text and size in each cell of the page: a hash table with open addressing. */
class Places {
  /** Slots are a power of two, at least twice the glyphs. */
  readonly #mask: number;
  readonly #glyphs: (Glyph | undefined)[];
  readonly #columns: Float64Array;
  readonly #rows: Float64Array;

  constructor(glyphs: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * glyphs + 1));
    this.#mask = slots - 1;
    this.#glyphs = new Array<Glyph | undefined>(slots).fill(undefined);
    this.#columns = new Float64Array(slots);
    this.#rows = new Float64Array(slots);
  }

  at(column: number, row: number, glyph: Glyph): Glyph | undefined {
    return this.#glyphs[this.#slotOf(column, row, glyph)];
  }

  set(column: number, row: number, glyph: Glyph): void {
    const slot = this.#slotOf(column, row, glyph);
    this.#glyphs[slot] = glyph;
    this.#columns[slot] = column;
    this.#rows[slot] = row;
  }

  /** The slot of a glyph like this one in a cell, or the free one for it. */
  #slotOf(column: number, row: number, glyph: Glyph): number {
    let slot = hash(column, row, glyph.text.charCodeAt(0)) & this.#mask;
    for (let other = this.#glyphs[slot]; other; other = this.#glyphs[slot]) {
      const isSame =
        this.#columns[slot] === column &&
        this.#rows[slot] === row &&
        other.text === glyph.text &&
        Math.round(other.size) === Math.round(glyph.size);
      if (isSame) return slot;
      slot = (slot + 1) & this.#mask;
    }
    return slot;
  }
}

function hash(column: number, row: number, code: number): number {
  const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b) ^ Math.imul(code, 0xc2b2ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 12;
}
