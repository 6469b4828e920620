import type { Box, Face, GlyphRun } from '#lib/engines/text/glyph.ts';
import { Glyphs } from '#lib/engines/text/glyphs.ts';

/** A glyph with what its piece of content says of it. */
export interface DrawnGlyph extends GlyphRun {
  text: string;
  box: Box;
  x: number;
  y: number;
  /** Identifies the piece of content. */
  run: number;
  afterSpace: boolean;
}

/** The glyphs as a page has them. */
export function glyphsOf(drawn: readonly DrawnGlyph[]): Glyphs {
  const glyphs = new Glyphs();
  const runs = new Map<string, GlyphRun>();
  for (const { text, box, x, y, afterSpace, run: id, ...entries } of drawn) {
    const key = JSON.stringify([id, entries]);
    const run = runs.get(key) ?? entries;
    runs.set(key, run);
    glyphs.add({ text, ...box, x, y, afterSpace, run });
  }
  return glyphs;
}

const plainFace: Face = { name: 'Plain', bold: false, italic: false, monospaced: false };

interface Placed {
  x: number;
  /** Of the baseline, from the top of the page. */
  y: number;
  size?: number;
  face?: Partial<Face>;
  contentId?: number;
  hidden?: boolean;
  /** Identifies the piece of content. */
  run?: number;
}

/** The width of every glyph, in sizes of its font. */
const advance = 0.5;

let runs = 0;

/** The glyphs of a line of text as a page draws it, from left to right. */
export function lineOfGlyphs(text: string, { x, y, size = 10, face, ...others }: Placed): DrawnGlyph[] {
  const glyphs: DrawnGlyph[] = [];
  const run = (runs += 1);
  const whole = { ...plainFace, ...face };
  let at = x;
  let afterSpace = false;
  for (const character of text) {
    if (character === ' ') afterSpace = true;
    else {
      const box = { left: at, top: y - 0.75 * size, right: at + advance * size, bottom: y + 0.2 * size };
      const glyph = { text: character, box, x: at, y, angle: 0, vertical: false, size, face: whole };
      glyphs.push({ ...glyph, contentId: -1, run, hidden: false, afterSpace, ...others });
      afterSpace = false;
    }
    at += advance * size;
  }
  return glyphs;
}

/** Lines below each other. */
export const paragraphOfGlyphs = (lines: readonly string[], { y, ...placed }: Placed): DrawnGlyph[] =>
  lines.flatMap((line, index) => lineOfGlyphs(line, { ...placed, y: y + index * 12 }));
