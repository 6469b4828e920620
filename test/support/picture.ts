import { createCanvas, loadImage } from '@napi-rs/canvas';

export type Pixel = [red: number, green: number, blue: number, alpha: number];

/** A decoded PNG, JPEG or WebP. */
export interface Picture {
  width: number;
  height: number;
  pixel(x: number, y: number): Pixel;
  /** Whether any pixel is so. */
  has(wanted: (pixel: Pixel) => boolean): boolean;
}

/** Opens a picture with another decoder than the one that made it. */
export async function pictureOf(bytes: Buffer): Promise<Picture> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const at = (index: number): Pixel => [
    data[index] ?? 0,
    data[index + 1] ?? 0,
    data[index + 2] ?? 0,
    data[index + 3] ?? 0,
  ];
  return {
    width,
    height,
    pixel: (x, y) => at((y * width + x) * 4),
    has: (wanted) => {
      for (let index = 0; index < data.length; index += 4) if (wanted(at(index))) return true;
      return false;
    },
  };
}
