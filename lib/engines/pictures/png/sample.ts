import type { BitDepth } from '../picture.ts';

/** The sample at `index` of a row. */
export function sampleAt(row: Uint8Array, index: number, bitDepth: BitDepth): number {
  if (bitDepth === 8) return row[index] as number;
  if (bitDepth === 16) return ((row[2 * index] as number) << 8) | (row[2 * index + 1] as number);
  const bit = index * bitDepth;
  return ((row[bit >> 3] as number) >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1);
}
