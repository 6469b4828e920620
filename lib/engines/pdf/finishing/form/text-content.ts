import { graphemesOf } from '../../../fonts/shaping/graphemes.ts';
import { numeral, numerals } from '../overlays/matrix.ts';
import { setColour } from '../colours.ts';
import type { Colour } from './fonts/field-font.ts';
import {
  insetsOf,
  placeInCells,
  placeLine,
  placeLines,
  type PlacedText,
  type TextPlace,
} from './text-layout.ts';
import { frameContent } from './widget-frame.ts';
import type { WidgetStyle } from './widget-style.ts';

/** How a text field shows its value. */
export interface TextField extends TextPlace {
  colour: Colour;
  isMultiline: boolean;
  isPassword: boolean;
  /** The number of cells; undefined if the text is not divided. */
  cells: number | undefined;
}

/** The characters of a single line that are shown. No page is wide enough for as many. */
const maxLine = 10_000;

/** The most cells that are divided by lines. */
const maxDividers = 1000;

/** The appearance of a text field or a combo box (PDF 32000-1, 12.7.4.3). */
export function textContent(value: string, field: TextField): { content: string; isClipped: boolean } {
  const { style, font, colour } = field;
  const placed = placeText(value, field);
  const shown = value === '' ? '' : `${font.show(placed.lines, { size: placed.size, colour })}\n`;
  const content = `${frameContent(style)}${dividers(field)}${variableContent(style, shown)}`;
  return { content, isClipped: value !== '' && placed.isClipped };
}

/** The part of an appearance that viewers replace when the value changes. */
export function variableContent(style: WidgetStyle, content: string): string {
  const { edge } = insetsOf(style);
  const clip = numerals([edge, edge, style.width - 2 * edge, style.height - 2 * edge]);
  return `/Tx BMC\nq\n${clip} re W n\n${content}Q\nEMC`;
}

function placeText(value: string, field: TextField): PlacedText {
  const { cells, isMultiline, isPassword, font } = field;
  if (isMultiline) return placeLines(value, field);
  const line = value.slice(0, maxLine).replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
  const text = isPassword ? dots(line, font.lacks('•')) : line;
  return cells === undefined
    ? placeLine(text, field)
    : placeInCells(graphemes(text).slice(0, cells), cells, field);
}

const dots = (text: string, lacksDots: boolean): string =>
  (lacksDots ? '*' : '•').repeat(graphemes(text).length);

const graphemes = (text: string): string[] => Array.from(graphemesOf(text), ({ segment }) => segment);

/** Lines between the cells, in the colour of the border. */
function dividers({ cells = 1, style }: TextField): string {
  const { border, width, height } = style;
  if (cells < 2 || cells > maxDividers || !border.colour || border.width === 0) return '';
  const lines = Array.from({ length: cells - 1 }, (_, index) => {
    const x = ((index + 1) * width) / cells;
    return `${numerals([x, 0])} m ${numerals([x, height])} l`;
  });
  return `q\n${setColour(border.colour, 'stroke')}\n${numeral(border.width)} w\n${lines.join('\n')}\nS\nQ\n`;
}
