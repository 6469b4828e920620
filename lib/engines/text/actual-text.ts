import { type Glyph, unionOf } from './glyph.ts';

/** The text that a structure element states for its content (PDF 32000-1, 14.9.4). */
export interface ActualText {
  text: string;
}

/** The marked content of a page whose text is stated. The contents of one element share the object. */
export type ActualTexts = ReadonlyMap<number, ActualText>;

/** Glyphs with the text that is stated for them. The first glyph of an element stands for all of its line. */
export function withActualTexts(glyphs: readonly Glyph[], texts: ActualTexts): readonly Glyph[] {
  if (texts.size === 0) return glyphs;
  const byText = new Map<ActualText, Glyph[]>();
  for (const glyph of glyphs) {
    const actual = texts.get(glyph.contentId);
    if (!actual) continue;
    const replaced = byText.get(actual);
    if (replaced) replaced.push(glyph);
    else byText.set(actual, [glyph]);
  }
  return glyphs.flatMap((glyph) => {
    const actual = texts.get(glyph.contentId);
    const replaced = actual && byText.get(actual);
    if (!replaced) return [glyph];
    return replaced[0] === glyph && actual.text.trim() !== '' ? [standingFor(replaced, glyph, actual)] : [];
  });
}

function standingFor(replaced: readonly Glyph[], first: Glyph, { text }: ActualText): Glyph {
  const ofLine = replaced.filter(({ y, angle }) => y === first.y && angle === first.angle);
  const box = unionOf((ofLine.length > 0 ? ofLine : [first]).map((glyph) => glyph.box));
  return { ...first, text: text.trim().replaceAll(/\s+/g, ' '), box };
}
