import type { Glyph } from './glyph.ts';

/** How far a glyph and its repetition are apart at most, in sizes of the font. */
const distance = 0.12;

/**
 * Leaves out glyphs that repeat others at the same place: outlines, shadows and strokes that look bold. One piece of
 * content repeats nothing: the letters of a ligature have one place.
 */
export function withoutRepeats(glyphs: readonly Glyph[]): Glyph[] {
  const places = new Map<string, Glyph>();
  return glyphs.filter((glyph) => {
    const cell = 2 * distance * glyph.size;
    const [column, row] = [Math.round(glyph.x / cell), Math.round(glyph.y / cell)];
    for (const [across, down] of neighbours) {
      const other = places.get(keyOf(glyph, column + across, row + down));
      if (other && isRepeat(other, glyph)) return false;
    }
    places.set(keyOf(glyph, column, row), glyph);
    return true;
  });
}

const offsets = [0, -1, 1];
const neighbours = offsets.flatMap((across) => offsets.map((down) => [across, down] as const));

const keyOf = ({ text, size }: Glyph, column: number, row: number): string =>
  `${column} ${row} ${Math.round(size)} ${text}`;

const isRepeat = (a: Glyph, b: Glyph): boolean =>
  a.run !== b.run && Math.hypot(a.x - b.x, a.y - b.y) <= distance * b.size;
