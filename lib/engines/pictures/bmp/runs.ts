import { damaged } from '../damaged.ts';
import type { Indices } from '../packed-indices.ts';
import { type BmpHeader, Coding } from './header.ts';

/** What follows a zero. Other numbers are those of indices that follow. */
const Escape = { endOfLine: 0, end: 1, move: 2 } as const;

/** Decodes indices that are coded as runs, from the bottom row. Indices that are left out are 0. */
export function decodeRuns(data: Uint8Array, { width, height, coding }: BmpHeader): Indices {
  const bytes = new Uint8Array(width * height);
  const isHalf = coding === Coding.runs4;
  let [x, y, at] = [0, 0, 0];
  const put = (index: number): void => {
    if (x < width && y < height) bytes[(height - 1 - y) * width + x] = index;
    x += 1;
  };
  const halfOf = (byte: number, index: number): number =>
    isHalf ? (index % 2 === 0 ? byte >> 4 : byte & 15) : byte;
  while (y < height) {
    const [count, value] = [data[at], data[at + 1]];
    if (count === undefined || value === undefined)
      throw damaged('is cut off: the end of the BMP is missing');
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index += 1) put(halfOf(value, index));
    } else if (value === Escape.end) break;
    else if (value === Escape.endOfLine) {
      x = 0;
      y += 1;
    } else if (value === Escape.move) {
      x += data[at] ?? 0;
      y += data[at + 1] ?? 0;
      at += 2;
    } else {
      const length = isHalf ? (value + 1) >> 1 : value;
      for (let index = 0; index < value; index += 1)
        put(halfOf(data[at + (isHalf ? index >> 1 : index)] ?? 0, index));
      at += length + (length & 1);
    }
  }
  return { width, height, bytes };
}
