import { numerals } from '../../overlays/matrix.ts';

/** Components of a colour (PDF 32000-1, table 164): gray, RGB or CMYK, from 0 to 1. */
export type Color = readonly number[];

export const black: Color = [0];
export const red: Color = [1, 0, 0];
export const yellow: Color = [1, 1, 0];

const operators = {
  fill: { 1: 'g', 3: 'rg', 4: 'k' },
  stroke: { 1: 'G', 3: 'RG', 4: 'K' },
} as const;

/** The colour with that many components; undefined for any other number of them, which means transparent. */
export const colorOf = (components: readonly number[] | undefined): Color | undefined =>
  components && components.length in operators.fill
    ? components.map((component) => Math.max(0, Math.min(component, 1)))
    : undefined;

/** The operator that sets a colour (PDF 32000-1, 8.6.8). */
export const setting = (color: Color, use: keyof typeof operators): string =>
  `${numerals(color)} ${operators[use][color.length as 1 | 3 | 4]}`;

/** The colour as `#rrggbb`. */
export function hexOf(color: Color): string {
  const [first = 0, second = first, third = first, key] = color;
  const rgb =
    key === undefined ? [first, second, third] : [first, second, third].map((ink) => (1 - ink) * (1 - key));
  return `#${rgb.map((component) => hexByte(component)).join('')}`;
}

const hexByte = (component: number): string =>
  Math.round(component * 255)
    .toString(16)
    .padStart(2, '0');
