import { createCanvas, loadImage } from '@napi-rs/canvas';

/** A decoded picture. */
export interface DecodedPicture {
  width: number;
  height: number;
  /** The colour of a pixel: red, green, blue and opacity. */
  at: (x: number, y: number) => number[];
}

/** Decodes a picture of any kind by a library that is not the project's. */
export async function decodedPicture(file: Uint8Array): Promise<DecodedPicture> {
  const image = await loadImage(Buffer.from(file));
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, at: (x, y) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)] };
}
