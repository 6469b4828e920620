import { unionOf } from './glyph.ts';
import { type Glyph, Glyphs } from './glyphs.ts';

/** The text that a structure element states for its content (PDF 32000-1, 14.9.4). */
export interface ActualText {
  text: string;
}

/** The marked content of a page whose text is stated. The contents of one element share the object. */
export type ActualTexts = ReadonlyMap<number, ActualText>;

/** Glyphs with the text that is stated for them. The first glyph of an element stands for all of its line. */
export function withActualTexts(glyphs: Glyphs, texts: ActualTexts): Glyphs {
  if (texts.size === 0) return glyphs;
  const byText = new Map<ActualText, number[]>();
  for (let index = 0; index < glyphs.length; index += 1) {
    const actual = texts.get(glyphs.run(index).contentId);
    if (!actual) continue;
    const replaced = byText.get(actual);
    if (replaced) replaced.push(index);
    else byText.set(actual, [index]);
  }
  if (byText.size === 0) return glyphs;
  const result = new Glyphs(glyphs.length);
  for (let index = 0; index < glyphs.length; index += 1) {
    const actual = texts.get(glyphs.run(index).contentId);
    const replaced = actual && byText.get(actual);
    if (!replaced) result.add(glyphs.at(index));
    else if (replaced[0] === index && actual.text.trim() !== '')
      result.add(standingFor(glyphs, replaced, actual));
  }
  return result;
}

function standingFor(glyphs: Glyphs, replaced: readonly number[], { text }: ActualText): Glyph {
  const first = glyphs.at(replaced[0] as number);
  const ofLine = replaced.filter(
    (index) => glyphs.y(index) === first.y && glyphs.run(index).angle === first.run.angle,
  );
  const box = unionOf((ofLine.length > 0 ? ofLine : replaced.slice(0, 1)).map((index) => glyphs.box(index)));
  return { ...first, ...box, text: text.trim().replaceAll(/\s+/g, ' ') };
}
