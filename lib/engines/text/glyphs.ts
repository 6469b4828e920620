import type { Box, GlyphRun } from './glyph.ts';

/** One character, or the characters that one glyph stands for. */
export interface Glyph {
  /** Neither empty nor white space. */
  text: string;
  run: GlyphRun;
  /** Whether white space precedes the glyph in the content of the page. */
  afterSpace: boolean;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Where the glyph is drawn: a point on its baseline, or above the glyph in vertical text. */
  x: number;
  y: number;
}

/** Numbers that are kept of each glyph: left, top, right, bottom, x, y. */
const places = 6;

/**
 * The glyphs of a page in the order of its content, by index. Pages have thousands, and documents millions: their numbers
 * are in one array, because objects for each of them take much longer.
 */
export class Glyphs {
  readonly #texts: string[] = [];
  readonly #runs: GlyphRun[] = [];
  readonly #afterSpace: boolean[] = [];
  #places: Float64Array;

  /** @param expected glyphs that are likely to be added */
  constructor(expected = 64) {
    this.#places = new Float64Array(places * Math.max(1, expected));
  }

  get length(): number {
    return this.#texts.length;
  }

  add({ text, run, afterSpace, left, top, right, bottom, x, y }: Glyph): void {
    const at = places * this.length;
    if (at === this.#places.length) this.#grow();
    this.#places[at] = left;
    this.#places[at + 1] = top;
    this.#places[at + 2] = right;
    this.#places[at + 3] = bottom;
    this.#places[at + 4] = x;
    this.#places[at + 5] = y;
    this.#texts.push(text);
    this.#runs.push(run);
    this.#afterSpace.push(afterSpace);
  }

  at(index: number): Glyph {
    return {
      text: this.text(index),
      run: this.run(index),
      afterSpace: this.afterSpace(index),
      ...this.box(index),
      x: this.x(index),
      y: this.y(index),
    };
  }

  text(index: number): string {
    return this.#texts[index] as string;
  }

  run(index: number): GlyphRun {
    return this.#runs[index] as GlyphRun;
  }

  afterSpace(index: number): boolean {
    return this.#afterSpace[index] as boolean;
  }

  box(index: number): Box {
    return {
      left: this.left(index),
      top: this.top(index),
      right: this.right(index),
      bottom: this.bottom(index),
    };
  }

  left(index: number): number {
    return this.#places[places * index] as number;
  }

  top(index: number): number {
    return this.#places[places * index + 1] as number;
  }

  right(index: number): number {
    return this.#places[places * index + 2] as number;
  }

  bottom(index: number): number {
    return this.#places[places * index + 3] as number;
  }

  x(index: number): number {
    return this.#places[places * index + 4] as number;
  }

  y(index: number): number {
    return this.#places[places * index + 5] as number;
  }

  /** Counts the glyphs that have a text. */
  count(text: string): number {
    let count = 0;
    for (const ofGlyph of this.#texts) if (ofGlyph === text) count += 1;
    return count;
  }

  /** The indices of all glyphs. */
  indices(): number[] {
    const indices: number[] = [];
    for (let index = 0; index < this.length; index += 1) indices.push(index);
    return indices;
  }

  #grow(): void {
    const grown = new Float64Array(2 * this.#places.length);
    grown.set(this.#places);
    this.#places = grown;
  }
}
