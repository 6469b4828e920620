import { nameAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { hasArea, inset, numbersAt } from '../geometry.ts';
import { numeral, numerals } from '../../overlays/matrix.ts';
import { componentsOf, hexOf, red, setColour } from '../../colours.ts';
import { Path } from './path.ts';
import type { Sketcher } from './sketch.ts';

/** The text in its frame, at most: shares of the width and of the height. */
const [widest, highest] = [0.85, 0.7];

/** The longest text of a stamp, in characters. */
const maxText = 100;

/** Any size: the text is scaled to the stamp. */
const fontSize = 24;

/** A rubber stamp (PDF 32000-1, 12.5.6.12): its name in a frame. */
export const sketchStamp: Sketcher = (annotation, rect, drawing) => {
  if (!hasArea(rect)) return null;
  if (!drawing) return undefined;
  const color = componentsOf(numbersAt(annotation, keys.C)) ?? red;
  const [left, bottom, right, top] = rect;
  const [width, height] = [right - left, top - bottom];
  const border = Math.min(width, height) / 16;
  const path = new Path()
    .add(`${setColour(color, 'stroke')}\n${numeral(border)} w\n1 j`)
    .rectangle(inset(rect, [border, border, border, border]))
    .add('S');
  const form = drawing.form(wordsOf(nameAt(annotation, keys.Name) ?? 'Draft'), {
    fontSize,
    color: hexOf(color),
  });
  if (!(form.width > 0 && form.height > 0)) return { content: path.content, ink: rect };
  const scale = Math.min((width * widest) / form.width, (height * highest) / form.height);
  const x = left + (width - form.width * scale) / 2;
  const y = bottom + (height - form.height * scale) / 2;
  path.add(`q\n${numerals([scale, 0, 0, scale, x, y])} cm\n/Text Do\nQ`);
  return { content: path.content, ink: rect, forms: { Text: form.ref } };
};

/** `NotApproved` as `NOT APPROVED`. */
const wordsOf = (name: string): string =>
  name
    .slice(0, maxText)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .trim()
    .toUpperCase();
