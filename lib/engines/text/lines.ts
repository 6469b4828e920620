import { readingOrder } from './direction.ts';
import type { PlacedGlyph } from './frames.ts';
import { type Box, type Face, type Glyph, unionOf } from './glyph.ts';
import type { LinkIndex } from './link-index.ts';
import { lineText, type LinkedText } from './line-text.ts';
import { rowsOf, type Segment } from './segments.ts';
import type { Word } from './words.ts';

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

function lineOf(row: readonly Segment[], links: LinkIndex): Line {
  const placed: PlacedGlyph[] = [];
  let right = -Infinity;
  for (const segment of row) {
    const words = [...segment.words].sort((a, b) => a.left - b.left || a.order - b.order);
    let last: Word | undefined;
    for (const word of words) {
      const before = placed.at(-1);
      if (before && !(last && isOneWord(last, word))) {
        const gap = { left: right, right: Math.max(right, word.left) };
        placed.push(whiteSpace(last ? space : wideSpace, before, gap));
      }
      for (const glyph of word.glyphs) placed.push(glyph);
      last = word;
      ({ right } = word);
    }
  }
  const ordered = readingOrder(placed);
  const glyphs = ordered.map(({ glyph }) => glyph);
  const { base, size } = row.reduce((largest, segment) => (segment.size > largest.size ? segment : largest));
  const box = unionOf(glyphs.filter(isDrawn).map((glyph) => glyph.box));
  return {
    ...lineText(glyphs, links.within(box)),
    box,
    face: commonFace(glyphs),
    size: commonSize(glyphs, size),
    hidden: glyphs.every(({ hidden, text }) => hidden || text === space),
    left: Math.min(...row.map(({ left }) => left)),
    right: Math.max(...row.map(({ right }) => right)),
    base,
  };
}

/** Content that is not in order has words in several pieces. */
const isOneWord = (last: Word, word: Word): boolean =>
  !(word.order > last.order && word.glyphs[0]?.glyph.afterSpace === true) &&
  word.left - last.right < wordGap * Math.max(last.size, word.size);

function whiteSpace(
  text: string,
  { glyph, base }: PlacedGlyph,
  gap: Pick<PlacedGlyph, 'left' | 'right'>,
): PlacedGlyph {
  return { glyph: { ...glyph, text, afterSpace: false }, base, ...gap };
}

const isDrawn = ({ text }: Glyph): boolean => text !== space && text !== wideSpace;

function commonFace(glyphs: readonly Glyph[]): Face {
  const [first] = glyphs;
  if (!first) throw new Error('A line has glyphs');
  return mostFrequent(glyphs, ({ face }) => face) ?? first.face;
}

const commonSize = (glyphs: readonly Glyph[], otherwise: number): number =>
  mostFrequent(glyphs, ({ size }) => size) ?? otherwise;

function mostFrequent<T>(glyphs: readonly Glyph[], valueOf: (glyph: Glyph) => T): T | undefined {
  const counts = new Map<T, number>();
  for (const glyph of glyphs) {
    if (isDrawn(glyph)) counts.set(valueOf(glyph), (counts.get(valueOf(glyph)) ?? 0) + 1);
  }
  let most: T | undefined;
  for (const [value, count] of counts)
    if (count > (most === undefined ? 0 : (counts.get(most) ?? 0))) most = value;
  return most;
}
