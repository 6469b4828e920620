import { numeral, numerals } from '../overlays/matrix.ts';
import { type Components, darkened, setColour } from '../colours.ts';
import type { WidgetStyle } from './widget-style.ts';

/** The widths of borders that look three-dimensional are doubled. */
export const isDouble = ({ style }: WidgetStyle['border']): boolean => style === 'B' || style === 'I';

/** The operators that draw the background and the border of a widget. */
export function frameContent(style: WidgetStyle): string {
  const { width, height, background } = style;
  const filled = background
    ? [`${setColour(background, 'fill')}\n0 0 ${numerals([width, height])} re f`]
    : [];
  return [...filled, ...borderContent(style)].map((each) => `q\n${each}\nQ\n`).join('');
}

function borderContent({ width, height, background, border }: WidgetStyle): string[] {
  const { colour, style, dash } = border;
  if (!colour || border.width === 0) return [];
  const half = border.width / 2;
  const pen = `${setColour(colour, 'stroke')}\n${numeral(border.width)} w\n`;
  if (style === 'U') return [`${pen}0 ${numeral(half)} m ${numerals([width, half])} l S`];
  const dashes = style === 'D' ? `[${numerals(dash)}] 0 d\n` : '';
  const outline = `${numerals([half, half, width - border.width, height - border.width])} re S`;
  return [...edges(width, height, border, background), `${pen}${dashes}${outline}`];
}

/** The lit and the shaded edge inside a beveled or an inset border. */
function edges(
  width: number,
  height: number,
  border: WidgetStyle['border'],
  background: Components | undefined,
): string[] {
  if (!isDouble(border)) return [];
  const [near, far] = [border.width, 2 * border.width];
  const shaded = border.style === 'I' ? [0.75] : darkened(background ?? [1]);
  const lit = border.style === 'I' ? [0.5] : [1];
  const corner = [
    [width - near, height - near],
    [width - far, height - far],
  ] as const;
  const above = [[near, near], [near, height - near], ...corner, [far, height - far], [far, far]];
  const below = [[near, near], [width - near, near], ...corner, [width - far, far], [far, far]];
  return [polygon(lit, above), polygon(shaded, below)];
}

function polygon(colour: Components, points: readonly (readonly number[])[]): string {
  const steps = points.map((point, index) => `${numerals(point)} ${index === 0 ? 'm' : 'l'}`);
  return `${setColour(colour, 'fill')}\n${steps.join(' ')} f`;
}
