import type { Pixels } from './resample.ts';

/**
 * The brightness of each pixel, by the weights of Rec. 601, as JPEG has it. One or three samples of each pixel count:
 * of inks, those of colours.
 */
export function lumaOf({ width, height, components, stride, data }: Pixels): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let pixel = 0; pixel < luma.length; pixel += 1) {
    const at = pixel * stride;
    const first = data[at] as number;
    luma[pixel] =
      components === 1
        ? first
        : 0.299 * first + 0.587 * (data[at + 1] as number) + 0.114 * (data[at + 2] as number) + 0.5;
  }
  return luma;
}
