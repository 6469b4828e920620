import { PDFNumber } from '../../objects.ts';

/** A transformation as in PDF (PDF 32000-1, 8.3.4): x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Applies `first`, then `second`. */
export const composed = (first: Matrix, second: Matrix): Matrix => {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = second;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
};

export const translation = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y];

export const scaling = (factor: number): Matrix => [factor, 0, 0, factor, 0, 0];

/** Counter-clockwise. Quarter turns are exact. */
export function rotationBy(degrees: number): Matrix {
  const [cosine, sine] = turnOf(degrees);
  return [cosine, sine, -sine, cosine, 0, 0];
}

/** Cosine and sine of an angle in degrees. */
export function turnOf(degrees: number): readonly [cosine: number, sine: number] {
  const angle = ((degrees % 360) + 360) % 360;
  const exact = quarterTurns[angle / 90];
  const radians = (angle * Math.PI) / 180;
  return exact ?? [Math.cos(radians), Math.sin(radians)];
}

const quarterTurns = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** Most numbers are integers, which need no rounding. */
const isShortInteger = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1e9;

/** A number in a content stream: with at most six digits after the point, and no exponent, which PDF does not have. */
export const numeral = (value: number): string =>
  isShortInteger(value) ? String(value) : String(PDFNumber.of(Math.round(value * 1e6) / 1e6));

export const numerals = (values: readonly number[]): string => values.map(numeral).join(' ');

/** A number with nine significant digits: a factor can be small where what it scales is large. */
const preciseNumeral = (value: number): string =>
  isShortInteger(value) ? String(value) : String(PDFNumber.of(Number(value.toPrecision(9))));

export const preciseNumerals = (values: readonly number[]): string => values.map(preciseNumeral).join(' ');
