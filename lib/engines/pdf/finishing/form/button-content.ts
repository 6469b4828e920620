import { numeral, numerals } from '../overlays/matrix.ts';
import { setColour } from '../colours.ts';
import { frameContent } from './widget-frame.ts';
import type { WidgetStyle } from './widget-style.ts';

/** A point in a square with sides of 1. */
type Point = readonly [x: number, y: number];

/** The marks of buttons, by their characters in ZapfDingbats. */
const polygons: Readonly<Record<string, readonly Point[]>> = {
  // A check mark.
  4: [
    [0.1, 0.48],
    [0.22, 0.58],
    [0.4, 0.36],
    [0.8, 0.9],
    [0.9, 0.82],
    [0.42, 0.12],
  ],
  // A cross.
  8: [
    [0.14, 0.24],
    [0.24, 0.14],
    [0.5, 0.4],
    [0.76, 0.14],
    [0.86, 0.24],
    [0.6, 0.5],
    [0.86, 0.76],
    [0.76, 0.86],
    [0.5, 0.6],
    [0.24, 0.86],
    [0.14, 0.76],
    [0.4, 0.5],
  ],
  // A square.
  n: [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.8, 0.8],
    [0.2, 0.8],
  ],
  // A diamond.
  u: [
    [0.5, 0.1],
    [0.9, 0.5],
    [0.5, 0.9],
    [0.1, 0.5],
  ],
  // A star.
  H: Array.from({ length: 10 }, (_, index): Point => {
    const angle = ((90 + 36 * index) * Math.PI) / 180;
    const radius = index % 2 === 0 ? 0.45 : 0.18;
    return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
  }),
};

/** The character of a circle in ZapfDingbats. */
const circle = 'l';

/** The distance of the control points of a quarter circle, relative to its radius. */
const control = 0.5523;

/** How a check box or a radio button is shown. */
export interface ButtonStyle {
  style: WidgetStyle;
  isRadio: boolean;
  /** Operators that set the colour of the mark. */
  colour: string;
}

/** The appearance of a check box or a radio button in one of its states (PDF 32000-1, 12.7.4.2). */
export function buttonContent({ style, isRadio, colour }: ButtonStyle, isOn: boolean): string {
  const isKnown = style.caption === circle || Object.hasOwn(polygons, style.caption);
  const caption = isKnown ? style.caption : isRadio ? circle : '4';
  const isRound = isRadio && caption === circle;
  const frame = isRound ? roundFrame(style) : frameContent(style);
  return isOn ? `${frame}q\n${colour}\n${mark(caption, style)}\nf\nQ` : frame;
}

function mark(caption: string, { width, height, border }: WidgetStyle): string {
  const side = Math.max(0, Math.min(width, height) - 2 * border.width);
  const [left, bottom] = [(width - side) / 2, (height - side) / 2];
  const points = polygons[caption];
  if (!points) return roundPath(width / 2, height / 2, side / 4);
  return points
    .map(([x, y], index) => `${numerals([left + x * side, bottom + y * side])} ${index === 0 ? 'm' : 'l'}`)
    .join('\n');
}

function roundFrame({ width, height, background, border }: WidgetStyle): string {
  const path = roundPath(width / 2, height / 2, (Math.min(width, height) - border.width) / 2);
  const filled = background ? `q\n${setColour(background, 'fill')}\n${path}\nf\nQ\n` : '';
  if (!border.colour || border.width === 0) return filled;
  return `${filled}q\n${setColour(border.colour, 'stroke')}\n${numeral(border.width)} w\n${path}\ns\nQ\n`;
}

/** A circle of four curves. */
function roundPath(x: number, y: number, radius: number): string {
  const off = radius * control;
  return [
    `${numerals([x + radius, y])} m`,
    `${numerals([x + radius, y + off, x + off, y + radius, x, y + radius])} c`,
    `${numerals([x - off, y + radius, x - radius, y + off, x - radius, y])} c`,
    `${numerals([x - radius, y - off, x - off, y - radius, x, y - radius])} c`,
    `${numerals([x + off, y - radius, x + radius, y - off, x + radius, y])} c`,
  ].join('\n');
}
