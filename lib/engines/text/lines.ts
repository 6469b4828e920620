import { type PlacedText, readingOrder } from './direction.ts';
import { type Box, type Face, type GlyphRun, type LinkArea, unionOf } from './glyph.ts';
import type { LinkIndex } from './link-index.ts';
import { lineText, type LinkedText } from './line-text.ts';
import { rowsOf, type Segment } from './segments.ts';
import { glyphsOf, type Word } from './words.ts';

/** A line of text, as it is read. */
export interface Line {
  text: string;
  /** Parts of the text that lead somewhere, in order. */
  links: readonly LinkedText[];
  box: Box;
  /** Of most of its glyphs. */
  face: Face;
  size: number;
  /** Whether the page does not draw the line, as in the text layer of a scan. */
  hidden: boolean;
  /** Position in the frame of the line. */
  left: number;
  right: number;
  base: number;
}

/** White space between words, and between what is further apart: columns of a table. */
const [space, wideSpace] = [' ', '\t'];

/** Words closer than this are one, in sizes of the font. */
const wordGap = 0.15;

/** Returns the lines of a region from top to bottom. */
export const linesOf = (region: readonly Segment[], links: LinkIndex): Line[] =>
  rowsOf(region)
    .map((row) => lineOf(row, links))
    .filter(({ text }) => text !== '');

/** A word of a line, with the white space before it, if any. */
interface LineWord {
  before: string;
  word: Word;
}

function lineOf(row: readonly Segment[], links: LinkIndex): Line {
  const words = wordsOfRow(row);
  const box = unionOf(words.map(({ word }) => word.box));
  const areas = links.within(box);
  const { base, size } = row.reduce((largest, segment) => (segment.size > largest.size ? segment : largest));
  const isPlain = areas.length === 0 && words.every(({ word }) => word.isPlain);
  const { text, links: linked, runs } = isPlain ? plainLine(words) : orderedLine(words, areas);
  return {
    text,
    links: linked,
    box,
    face: runs.commonFace(),
    size: runs.commonSize() ?? size,
    hidden: runs.areHidden(),
    left: Math.min(...row.map(({ left }) => left)),
    right: Math.max(...row.map((segment) => segment.right)),
    base,
  };
}

function wordsOfRow(row: readonly Segment[]): LineWord[] {
  const ofRow: LineWord[] = [];
  for (const segment of row) {
    const words = [...segment.words].sort((a, b) => a.left - b.left || a.order - b.order);
    let last: Word | undefined;
    for (const word of words) {
      const isFirst = ofRow.length === 0 || (last && isOneWord(last, word));
      ofRow.push({ before: isFirst ? '' : last ? space : wideSpace, word });
      last = word;
    }
  }
  return ofRow;
}

/** Content that is not in order has words in several pieces. */
const isOneWord = (last: Word, word: Word): boolean =>
  !(word.order > last.order && word.frame.glyphs.afterSpace(word.frame.indices[word.start] as number)) &&
  word.left - last.right < wordGap * Math.max(last.size, word.size);

/** What the glyphs of a line say. */
interface LineText {
  text: string;
  links: readonly LinkedText[];
  runs: RunCounts;
}

/** The text of words that are read from left to right, without links. */
function plainLine(words: readonly LineWord[]): LineText {
  const runs = new RunCounts();
  let text = '';
  for (const { before, word } of words) {
    text += before + word.text;
    if (word.run) runs.add(word.run, word.end - word.start);
    else for (const glyph of glyphsOf(word)) runs.add(word.frame.glyphs.run(glyph), 1);
  }
  return { text, links: [], runs };
}

function orderedLine(words: readonly LineWord[], areas: readonly LinkArea[]): LineText {
  const [first] = words;
  if (!first) throw new Error('A line has words');
  const { glyphs } = first.word.frame;
  const ordered = readingOrder(placedTexts(words));
  const runs = new RunCounts();
  for (const { glyph } of ordered) if (glyph !== undefined) runs.add(glyphs.run(glyph), 1);
  return { ...lineText(glyphs, ordered, areas), runs };
}

function placedTexts(words: readonly LineWord[]): PlacedText[] {
  const placed: PlacedText[] = [];
  let end = -Infinity;
  for (const { before, word } of words) {
    const { glyphs, indices, lefts, rights } = word.frame;
    if (before !== '')
      placed.push({ text: before, glyph: undefined, left: end, right: Math.max(end, word.left) });
    for (let at = word.start; at < word.end; at += 1) {
      const glyph = indices[at] as number;
      const [left, right] = [lefts[at] as number, rights[at] as number];
      placed.push({ text: glyphs.text(glyph), glyph, left, right });
    }
    end = word.right;
  }
  return placed;
}

/** Counts the glyphs of a line by their run. */
class RunCounts {
  readonly #counts = new Map<GlyphRun, number>();

  add(run: GlyphRun, glyphs: number): void {
    this.#counts.set(run, (this.#counts.get(run) ?? 0) + glyphs);
  }

  /** The face of most glyphs; the first one if several have as many. */
  commonFace(): Face {
    const face = this.#mostFrequent(({ face }) => face);
    if (!face) throw new Error('A line has glyphs');
    return face;
  }

  commonSize(): number | undefined {
    return this.#mostFrequent(({ size }) => size);
  }

  areHidden(): boolean {
    for (const { hidden } of this.#counts.keys()) if (!hidden) return false;
    return true;
  }

  #mostFrequent<T>(valueOf: (run: GlyphRun) => T): T | undefined {
    const [only] = this.#counts.keys();
    if (only && this.#counts.size === 1) return valueOf(only);
    const counts = new Map<T, number>();
    for (const [run, count] of this.#counts)
      counts.set(valueOf(run), (counts.get(valueOf(run)) ?? 0) + count);
    let most: T | undefined;
    let highest = 0;
    for (const [value, count] of counts) if (count > highest) [most, highest] = [value, count];
    return most;
  }
}
