import { bytesOf, numberAt, resolved, textAt } from '../../../assembly/lookup.ts';
import type { Box } from '../../../assembly/pages/page-view.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict, PDFRef } from '../../../objects.ts';
import type { TextDrawing } from '../../overlays/drawable.ts';
import { numerals } from '../../overlays/matrix.ts';
import { inset, numbersAt, pointsOf } from '../geometry.ts';
import { componentsOf, hexOf, setColour } from '../../colours.ts';
import { readAppearance } from '../../default-appearance.ts';
import { BreakableText } from '../../line-breaks.ts';
import { addEndings, endingMargin } from './line-endings.ts';
import { Path } from './path.ts';
import { withoutDifferences } from './shapes.ts';
import type { Sketcher } from './sketch.ts';
import { painting, strokeIn } from './stroke.ts';

/** Of a text that states none, in points. */
const usualSize = 12;

/** Between the border and the text, in points; and from line to line, in font sizes. */
const [padding, leading] = [2, 1.2];

const maxLines = 1000;

/** The longest text that is laid out, in UTF-16 code units, and the longest default appearance that is read. */
const [maxText, maxAppearance] = [100_000, 10_000];

/** Text on the page (PDF 32000-1, 12.5.6.6), with its border, background and callout line. */
export const sketchFreeText: Sketcher = (annotation, rect, drawing) => {
  const { size, colour } = readAppearance(appearanceText(annotation));
  const stroke = strokeIn(annotation, colour);
  const background = componentsOf(numbersAt(annotation, keys.C));
  const box = withoutDifferences(annotation, rect);
  const half = (stroke?.width ?? 0) / 2;
  const path = new Path();
  if (stroke) path.add(stroke.operators);
  if (background) path.add(setColour(background, 'fill'));
  const operator = painting(stroke !== undefined, background !== undefined);
  path.rectangle(inset(box, [half, half, half, half])).add(operator ?? 'n');
  const callout = pointsOf(numbersAt(annotation, keys.CL) ?? []);
  if (stroke && callout.length > 1) {
    path.polygon(callout, false).add('S');
    addEndings(path, annotation, callout, stroke);
  }
  const ink = path.ink(stroke ? endingMargin(stroke) : 0) ?? rect;
  const contents = textAt(annotation, keys.Contents) ?? '';
  if (contents.trim() === '') return { content: path.content, ink };
  if (!drawing) return undefined;
  const margin = 2 * half + padding;
  const style = { fontSize: size || usualSize, color: hexOf(colour) };
  const area = inset(box, [margin, margin, margin, margin]);
  const { content, forms } = textIn(area, contents, annotation, { drawing, style });
  return { content: `${path.content}\n${content}`, ink, forms };
};

const appearanceText = (annotation: PDFDict): string =>
  (bytesOf(resolved(annotation.context, annotation.get(keys.DA))) ?? '').slice(0, maxAppearance);

/** The lines of a text from the top of an area, clipped to it. */
function textIn(
  area: Box,
  text: string,
  annotation: PDFDict,
  { drawing, style }: { drawing: TextDrawing; style: { fontSize: number; color: string } },
): { content: string; forms: Record<string, PDFRef> } {
  const [left, bottom, right, top] = area;
  const step = style.fontSize * leading;
  const [width, height] = [Math.max(0, right - left), Math.max(0, top - bottom)];
  const mostLines = Math.max(1, Math.min(maxLines, Math.ceil(height / step)));
  const breakable = new BreakableText(
    text.slice(0, maxText).toWellFormed(),
    (piece) => drawing.measure(piece).width,
  );
  const lines = breakable.lines(width / style.fontSize, mostLines).slice(0, mostLines);
  // Half of what is left of the line, or all of it.
  const share = (numberAt(annotation, keys.Q) ?? 0) / 2;
  const forms: Record<string, PDFRef> = {};
  const shown = lines.flatMap((line, index): string[] => {
    if (line.trim() === '') return [];
    const form = drawing.form(line, style);
    const name = `Line${index}`;
    forms[name] = form.ref;
    const x = left + Math.max(0, width - form.width) * Math.max(0, Math.min(share, 1));
    const y = top - (index + 1) * step + (step - form.height) / 2;
    return [`q\n1 0 0 1 ${numerals([x, y])} cm\n/${name} Do\nQ`];
  });
  const clip = `${numerals([left, bottom, width, height])} re W n`;
  return { content: ['q', clip, ...shown, 'Q'].join('\n'), forms };
}
