import type { PlacedText } from './direction.ts';
import type { Box, LinkArea, LinkTarget } from './glyph.ts';
import type { Glyphs } from './glyphs.ts';

/** A part of a line that is a link: characters of its text. */
export interface LinkedText {
  start: number;
  end: number;
  target: LinkTarget;
}

const softHyphen = '\u00ad';

/** The text of the glyphs of a line, and its links. A soft hyphen is visible at the end of a line only. */
export function lineText(
  glyphs: Glyphs,
  placed: readonly PlacedText[],
  areas: readonly LinkArea[],
): { text: string; links: readonly LinkedText[] } {
  const shown = withoutOuterSpace(placed);
  const links: { start: number; end: number; target: LinkTarget; area: LinkArea }[] = [];
  let text = '';
  for (const [index, { text: part, glyph }] of shown.entries()) {
    const isHidden = part === softHyphen && index < shown.length - 1;
    const start = text.length;
    if (!isHidden) text += part;
    const area = glyph === undefined ? undefined : areas.find(({ box }) => contains(box, glyphs.box(glyph)));
    const last = links.at(-1);
    if (area && last?.area === area) last.end = text.length;
    else if (area) links.push({ start, end: text.length, target: area.target, area });
  }
  return { text, links: links.map(({ start, end, target }) => ({ start, end, target })) };
}

function withoutOuterSpace(placed: readonly PlacedText[]): readonly PlacedText[] {
  const isGlyph = ({ glyph }: PlacedText): boolean => glyph !== undefined;
  return placed.slice(Math.max(0, placed.findIndex(isGlyph)), placed.findLastIndex(isGlyph) + 1);
}

function contains(area: Box, { left, top, right, bottom }: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
}
