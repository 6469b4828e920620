import type { Box, Glyph, LinkArea, LinkTarget } from './glyph.ts';

/** A part of a line that is a link: characters of its text. */
export interface LinkedText {
  start: number;
  end: number;
  target: LinkTarget;
}

const softHyphen = '\u00ad';

/** The text of the glyphs of a line, and its links. A soft hyphen is visible at the end of a line only. */
export function lineText(
  glyphs: readonly Glyph[],
  areas: readonly LinkArea[],
): { text: string; links: readonly LinkedText[] } {
  const shown = withoutOuterSpace(glyphs);
  const links: { start: number; end: number; target: LinkTarget; area: LinkArea }[] = [];
  let text = '';
  for (const [index, glyph] of shown.entries()) {
    const isHidden = glyph.text === softHyphen && index < shown.length - 1;
    const start = text.length;
    if (!isHidden) text += glyph.text;
    const area = glyph.text.trim() === '' ? undefined : areas.find(({ box }) => contains(box, glyph.box));
    const last = links.at(-1);
    if (area && last?.area === area) last.end = text.length;
    else if (area) links.push({ start, end: text.length, target: area.target, area });
  }
  return { text, links: links.map(({ start, end, target }) => ({ start, end, target })) };
}

function withoutOuterSpace(glyphs: readonly Glyph[]): readonly Glyph[] {
  const isText = ({ text }: Glyph): boolean => text.trim() !== '';
  return glyphs.slice(Math.max(0, glyphs.findIndex(isText)), glyphs.findLastIndex(isText) + 1);
}

function contains(area: Box, { left, top, right, bottom }: Box): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
}
