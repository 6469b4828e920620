import { dictAt, numberAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import type { PDFDict } from '../../objects.ts';
import type { Colour } from './fonts/field-font.ts';
import { insetsOf, placeLine, type TextPlace } from './text-layout.ts';
import { numerals } from '../overlays/matrix.ts';
import { frameContent } from './widget-frame.ts';

/** A position of the caption of a push button: no icon (PDF 32000-1, table 189). */
const captionOnly = 0;

/** Whether a push button shows a caption and nothing else. */
export function showsCaptionOnly(widget: PDFDict): boolean {
  const characteristics = dictAt(widget, keys.MK);
  return ((characteristics && numberAt(characteristics, keys.TP)) ?? captionOnly) === captionOnly;
}

/** The appearance of a push button: its caption in the middle of its frame. */
export function captionContent(caption: string, place: TextPlace & { colour: Colour }): string {
  const { style, font, colour } = place;
  const frame = frameContent(style);
  if (caption === '') return frame;
  const { lines, size } = placeLine(caption, place);
  const { edge } = insetsOf(style);
  const clip = numerals([edge, edge, style.width - 2 * edge, style.height - 2 * edge]);
  return `${frame}q\n${clip} re W n\n${font.show(lines, { size, colour })}\nQ`;
}
