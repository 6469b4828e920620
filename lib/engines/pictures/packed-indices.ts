import type { BitDepth } from './picture.ts';

/** Indices of a palette, a byte each. */
export interface Indices {
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** The fewest bits that the highest index has room in. */
export function depthOf(highest: number): BitDepth {
  const depths = [1, 2, 4] as const;
  return depths.find((bits) => highest < 1 << bits) ?? 8;
}

/** Rows with so many bits for each index. */
export function packedIndices({ width, height, bytes }: Indices, bitDepth: BitDepth): Uint8Array {
  if (bitDepth === 8) return bytes;
  const rowBytes = Math.ceil((width * bitDepth) / 8);
  const packed = new Uint8Array(rowBytes * height);
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let bit = 0; bit < width * bitDepth; bit += bitDepth, at += 1) {
      const to = row * rowBytes + (bit >> 3);
      packed[to] = (packed[to] as number) | ((bytes[at] as number) << (8 - bitDepth - (bit & 7)));
    }
  }
  return packed;
}

export function highestOf(bytes: Uint8Array): number {
  let highest = 0;
  for (const byte of bytes) if (byte > highest) highest = byte;
  return highest;
}
