import { PictureBudget } from '#lib/engines/pictures/picture-budget.ts';
import { readPng } from '#lib/engines/pictures/png/read-png.ts';
import { pixelsOf } from '../support/picture-pixels.ts';

export function pngSize(bytes: Buffer): { width: number; height: number } {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The color of a pixel as `#rrggbb`. */
export async function colorAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const [red, green, blue] = pixelsOf(await readPng(bytes, new PictureBudget()))(x, y);
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
