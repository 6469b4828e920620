import { numerals } from '../overlays/matrix.ts';
import type { PlacedLine } from './fonts/field-font.ts';
import { variableContent } from './text-content.ts';
import { insetsOf, type TextPlace } from './text-layout.ts';
import type { Colour } from './fonts/field-font.ts';
import { frameContent } from './widget-frame.ts';

/** How a list box shows its options. */
export interface ListField extends TextPlace {
  colour: Colour;
  options: readonly string[];
  /** The indices of the selected options. */
  selected: ReadonlySet<number>;
  /** The index of the first option that is visible. */
  top: number;
}

/** The size of lists without one, in points. */
const usualSize = 12;

/** Behind selected options, as in Acrobat. */
const selection = '0.6 0.757 0.855 rg';

/** How many options a list shows at a time. */
export function visibleOptions({ style, font, size }: Pick<ListField, 'style' | 'font' | 'size'>): number {
  const { edge } = insetsOf(style);
  const leading = (font.ascent + font.descent) * (size || usualSize);
  return Math.max(1, Math.floor((style.height - 2 * edge) / leading));
}

/** The appearance of a list box (PDF 32000-1, 12.7.4.4): the options that are visible, and what is selected of them. */
export function listContent(field: ListField): string {
  const { style, font, colour, options, selected, top, quadding } = field;
  const size = field.size || usualSize;
  const { edge, inner } = insetsOf(style);
  const leading = (font.ascent + font.descent) * size;
  const count = visibleOptions(field) + 1;
  const marked: string[] = [];
  const lines: PlacedLine[] = [];
  for (const [row, text] of options.slice(top, top + count).entries()) {
    const bottom = style.height - edge - (row + 1) * leading;
    if (selected.has(top + row))
      marked.push(`${numerals([edge, bottom, style.width - 2 * edge, leading])} re`);
    const space = Math.max(0, style.width - 2 * inner - font.width(text) * size);
    const x = inner + (quadding === 2 ? space : quadding === 1 ? space / 2 : 0);
    lines.push({ text, x, y: bottom + font.descent * size });
  }
  const highlight = marked.length === 0 ? '' : `${selection}\n${marked.join('\n')} f\n`;
  const shown = lines.length === 0 ? '' : `${font.show(lines, { size, colour })}\n`;
  return frameContent(style) + variableContent(style, highlight + shown);
}
