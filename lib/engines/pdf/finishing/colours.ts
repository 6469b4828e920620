import { resolved } from '../assembly/lookup.ts';
import { type PDFContext, PDFArray, PDFNumber, type PDFObject } from '../objects.ts';
import { numerals } from './overlays/matrix.ts';

/** The components of a colour, from 0 to 1: one of gray, three of RGB, four of CMYK. */
export type Components = readonly number[];

export const black: Components = [0];
export const red: Components = [1, 0, 0];
export const yellow: Components = [1, 1, 0];

/** The operators that set a colour, by its number of components (PDF 32000-1, table 74). */
const operators = new Map([
  [1, { fill: 'g', stroke: 'G' }],
  [3, { fill: 'rg', stroke: 'RG' }],
  [4, { fill: 'k', stroke: 'K' }],
]);

/** Sets a colour. */
export const setColour = (components: Components, use: 'fill' | 'stroke'): string =>
  `${numerals(components)} ${operators.get(components.length)?.[use] ?? ''}`;

/** Components between 0 and 1; undefined if they are no colour. */
export function componentsOf(values: readonly number[] | undefined): Components | undefined {
  if (!values || !operators.has(values.length) || values.some((value) => !Number.isFinite(value)))
    return undefined;
  return values.map((value) => Math.min(1, Math.max(0, value)));
}

/** A colour array (PDF 32000-1, table 189); undefined for none and for what is no colour. */
export function colourOf(context: PDFContext, object: PDFObject | undefined): Components | undefined {
  const array = resolved(context, object);
  if (!(array instanceof PDFArray) || array.size() > 4) return undefined;
  return componentsOf(
    array.asArray().map((entry) => {
      const value = resolved(context, entry);
      return value instanceof PDFNumber ? value.asNumber() : NaN;
    }),
  );
}

/** The colour as `#rrggbb`. CMYK is converted without a profile (PDF 32000-1, 10.3.5). */
export function hexOf(components: Components): string {
  const [first = 0, second = first, third = first, black = 0] = components;
  const isCmyk = components.length === 4;
  const rgb = [first, second, third].map((value) => (isCmyk ? 1 - Math.min(1, value + black) : value));
  return `#${rgb
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The same colour, darker. */
export const darkened = (components: Components): Components =>
  components.length === 4
    ? components.map((value, index) => (index === 3 ? Math.min(1, value + 0.25) : value))
    : components.map((value) => value * 0.75);
