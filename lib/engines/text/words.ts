import type { Frame, PlacedGlyph } from './frames.ts';
import { isRightToLeft } from './direction.ts';

/** Glyphs on one line that follow each other without white space. */
export interface Word {
  glyphs: PlacedGlyph[];
  left: number;
  right: number;
  base: number;
  /** Of its largest glyph. */
  size: number;
  /** Position in the content of the page. */
  order: number;
}

/** Distances in sizes of the font. Pairs of letters are closer than the first, words further apart. */
const [wordGap, markGap, overlap, baseShift] = [0.15, 0.5, 0.5, 0.3];

/** Marks belong to the letter before them. */
const mark = /^\p{M}/u;

/** How far a small glyph may be above or below the line that it belongs to: exponents and indices. */
const scriptShift = 0.6;

/** Divides glyphs into words, in the order of the content. */
export function wordsOf({ glyphs }: Frame): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  let last: PlacedGlyph | undefined;
  for (const placed of glyphs) {
    if (word && last && continues(word, last, placed)) add(word, placed);
    else words.push((word = begin(placed, words.length)));
    last = placed;
  }
  return words;
}

function continues(word: Word, last: PlacedGlyph, next: PlacedGlyph): boolean {
  const isMark = mark.test(next.glyph.text);
  if (next.glyph.afterSpace && !isMark) return false;
  const size = Math.max(word.size, next.glyph.size);
  const smaller = Math.min(word.size, next.glyph.size);
  // The line of a word can be curved.
  const shift = Math.min(Math.abs(next.base - word.base), Math.abs(next.base - last.base));
  if (shift > (smaller < 0.85 * size ? scriptShift : baseShift) * size) return false;
  const gap =
    isRightToLeft(next.glyph.text) && isRightToLeft(last.glyph.text) && next.left < last.left
      ? last.left - next.right
      : next.left - last.right;
  return gap < (isMark ? markGap : wordGap) * size && gap > -overlap * size;
}

const begin = (placed: PlacedGlyph, order: number): Word => ({
  glyphs: [placed],
  left: placed.left,
  right: placed.right,
  base: placed.base,
  size: placed.glyph.size,
  order,
});

function add(word: Word, placed: PlacedGlyph): void {
  word.glyphs.push(placed);
  word.left = Math.min(word.left, placed.left);
  word.right = Math.max(word.right, placed.right);
  if (placed.glyph.size > word.size) {
    word.size = placed.glyph.size;
    word.base = placed.base;
  }
}
