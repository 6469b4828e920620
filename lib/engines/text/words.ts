import type { Frame } from './frames.ts';
import { isRightToLeft } from './direction.ts';
import type { Box, GlyphRun } from './glyph.ts';

/** Glyphs on one line that follow each other without white space. */
export interface Word {
  frame: Frame;
  /** Its glyphs: a part of those of the frame. */
  start: number;
  end: number;
  /** In the frame. */
  left: number;
  right: number;
  base: number;
  /** On the page. */
  box: Box;
  /** Of its largest glyph. */
  size: number;
  /** Position in the content of the page. */
  order: number;
  /** The text of its glyphs, one after another. */
  text: string;
  /** The run of its glyphs; undefined if there are several. */
  run: GlyphRun | undefined;
  /** Whether its text is read in the order of its glyphs, and all of it is visible. */
  isPlain: boolean;
}

/** Distances in sizes of the font. Pairs of letters are closer than the first, words further apart. */
const [wordGap, markGap, overlap, baseShift] = [0.15, 0.5, 0.5, 0.3];

/** How far a small glyph may be above or below the line that it belongs to: exponents and indices. */
const scriptShift = 0.6;

/** Divides glyphs into words, in the order of the content. */
export function wordsOf(frame: Frame): Word[] {
  const words: Word[] = [];
  let word: Word | undefined;
  for (let at = 0; at < frame.indices.length; at += 1) {
    if (word && continues(word, frame, at)) add(word, frame, at);
    else words.push((word = begin(frame, at, words.length)));
  }
  return words;
}

/** @param at position of the glyph after those of the word */
function continues(word: Word, { glyphs, indices, lefts, rights, bases }: Frame, at: number): boolean {
  const index = indices[at] as number;
  const text = glyphs.text(index);
  const marks = isMark(text);
  if (!marks && glyphs.afterSpace(index)) return false;
  const ofGlyph = glyphs.run(index).size;
  const size = Math.max(word.size, ofGlyph);
  const smaller = Math.min(word.size, ofGlyph);
  const base = bases[at] as number;
  // The line of a word can be curved.
  const shift = Math.min(Math.abs(base - word.base), Math.abs(base - (bases[at - 1] as number)));
  if (shift > (smaller < 0.85 * size ? scriptShift : baseShift) * size) return false;
  const [left, lastLeft] = [lefts[at] as number, lefts[at - 1] as number];
  const runsLeft =
    left < lastLeft && isRightToLeft(text) && isRightToLeft(glyphs.text(indices[at - 1] as number));
  const gap = runsLeft ? lastLeft - (rights[at] as number) : left - (rights[at - 1] as number);
  return gap < (marks ? markGap : wordGap) * size && gap > -overlap * size;
}

const mark = /^\p{M}/u;

/** Marks belong to the letter before them. */
const isMark = (text: string): boolean => text.charCodeAt(0) >= firstMark && mark.test(text);

const firstMark = 0x300;

function begin(frame: Frame, at: number, order: number): Word {
  const { glyphs, indices, lefts, rights, bases } = frame;
  const index = indices[at] as number;
  const run = glyphs.run(index);
  const text = glyphs.text(index);
  return {
    frame,
    start: at,
    end: at + 1,
    left: lefts[at] as number,
    right: rights[at] as number,
    base: bases[at] as number,
    box: glyphs.box(index),
    size: run.size,
    order,
    text,
    run,
    isPlain: isPlain(text),
  };
}

function add(word: Word, { glyphs, indices, lefts, rights, bases }: Frame, at: number): void {
  const index = indices[at] as number;
  const run = glyphs.run(index);
  const text = glyphs.text(index);
  const { box } = word;
  word.end = at + 1;
  word.left = Math.min(word.left, lefts[at] as number);
  word.right = Math.max(word.right, rights[at] as number);
  box.left = Math.min(box.left, glyphs.left(index));
  box.top = Math.min(box.top, glyphs.top(index));
  box.right = Math.max(box.right, glyphs.right(index));
  box.bottom = Math.max(box.bottom, glyphs.bottom(index));
  word.text += text;
  if (word.run !== run) word.run = undefined;
  word.isPlain &&= isPlain(text);
  if (run.size > word.size) {
    word.size = run.size;
    word.base = bases[at] as number;
  }
}

/** The indices of the glyphs of a word. */
export const glyphsOf = ({ frame, start, end }: Word): readonly number[] => frame.indices.slice(start, end);

const softHyphen = '\u00ad';

const isPlain = (text: string): boolean => text !== softHyphen && !isRightToLeft(text);
