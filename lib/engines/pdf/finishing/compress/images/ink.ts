import type { ImageFormat } from './image-format.ts';
import { lumaOf } from './luma.ts';
import type { Pixels } from './resample.ts';

/** The samples of black. */
export function blackOf({ width, height, stride, data }: Pixels): Uint8Array {
  const black = new Uint8Array(width * height);
  for (let pixel = 0; pixel < black.length; pixel += 1) black[pixel] = data[pixel * stride + 3] as number;
  return black;
}

/** Gray in place of colours. Inks darken by their brightness, and by black (PDF 32000-1, 10.3.3). */
export function grayOf(pixels: Pixels, { decoding }: Pick<ImageFormat, 'decoding'>): Pixels {
  const luma = lumaOf(pixels);
  if (pixels.components === 4) {
    const black = blackOf(pixels);
    for (let pixel = 0; pixel < luma.length; pixel += 1) {
      const [colours, dark] = [luma[pixel] as number, black[pixel] as number];
      luma[pixel] =
        decoding === 'inverted' ? Math.max(0, colours + dark - 255) : 255 - Math.min(255, colours + dark);
    }
  } else if (decoding === 'inverted') {
    for (let pixel = 0; pixel < luma.length; pixel += 1) luma[pixel] = 255 - (luma[pixel] as number);
  }
  return { ...pixels, components: 1, stride: 1, data: luma };
}
