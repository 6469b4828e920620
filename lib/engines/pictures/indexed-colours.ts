import type { BitDepth, Colours } from './picture.ts';

/** The colours of indices. A palette of all shades of gray in their order is left out: the indices are the shades. */
export function indexedColours(palette: Uint8Array, bitDepth: BitDepth): Colours {
  const count = 2 ** bitDepth;
  const shade = (index: number): number => Math.round((index * 255) / (count - 1));
  const isGray =
    palette.length >= 3 * count &&
    palette.subarray(0, 3 * count).every((value, at) => value === shade(Math.floor(at / 3)));
  return isGray ? { model: 'gray' } : { model: 'palette', palette: palette.subarray(0, 3 * count) };
}
