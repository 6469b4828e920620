import { resolved } from '../../assembly/lookup.ts';
import type { Box } from '../../assembly/pages/page-view.ts';
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  type PDFName,
  PDFNumber,
  type PDFObject,
} from '../../objects.ts';
import type { Matrix } from '../overlays/matrix.ts';

/** Coordinates in default user space. */
export type Point = readonly [x: number, y: number];

/** Numbers that are read of an array. Outlines that are drawn by hand have thousands of points. */
export const maxNumbers = 200_000;

/** No page is so large that a coordinate beyond this one is on it. */
const maxCoordinate = 1e9;

/** The numbers in an array; undefined if it is none, is too long, or has anything else in it. */
export const numbersAt = (dict: PDFDict, key: PDFName): readonly number[] | undefined =>
  numbersIn(dict.context, dict.get(key));

/** The same for an array or a reference to one. */
export function numbersIn(context: PDFContext, object: PDFObject | undefined): readonly number[] | undefined {
  const array = resolved(context, object);
  if (!(array instanceof PDFArray) || array.size() > maxNumbers) return undefined;
  if (array.size() <= fewNumbers) return readNumbers(context, array);
  const numbers = longArrays.get(array) ?? readNumbers(context, array) ?? [];
  longArrays.set(array, numbers);
  return numbers.length > 0 ? numbers : undefined;
}

/** Many annotations of a hostile document can share a long array, so it is read once. */
const longArrays = new WeakMap<PDFArray, readonly number[]>();

const fewNumbers = 1000;

function readNumbers(context: PDFContext, array: PDFArray): number[] | undefined {
  const numbers: number[] = [];
  for (const entry of array.asArray()) {
    const number = resolved(context, entry);
    if (!(number instanceof PDFNumber) || !isCoordinate(number.asNumber())) return undefined;
    numbers.push(number.asNumber());
  }
  return numbers;
}

const isCoordinate = (value: number): boolean => Math.abs(value) <= maxCoordinate;

/** A rectangle (PDF 32000-1, 7.9.5), which may be empty; undefined if there is none. */
export function boxAt(dict: PDFDict, key: PDFName): Box | undefined {
  const [x1, y1, x2, y2] = numbersAt(dict, key) ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

export const hasArea = ([left, bottom, right, top]: Box): boolean => right > left && top > bottom;

/** A transformation; that which changes nothing if there is none. */
export function matrixAt(dict: PDFDict, key: PDFName): Matrix {
  const [a, b, c, d, e, f] = numbersAt(dict, key) ?? [];
  return f === undefined ? identity : ([a, b, c, d, e, f] as unknown as Matrix);
}

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The numbers as points; the last one does not count if it is alone. */
export const pointsOf = (numbers: readonly number[]): Point[] =>
  Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => [
    numbers[2 * index] as number,
    numbers[2 * index + 1] as number,
  ]);

/** The box without these distances at its sides. */
export const inset = (
  [left, bottom, right, top]: Box,
  [atLeft, atBottom, atRight, atTop]: readonly [number, number, number, number],
): Box => [left + atLeft, bottom + atBottom, right - atRight, top - atTop];
