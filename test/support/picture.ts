import { createCanvas, loadImage } from '@napi-rs/canvas';

/** A decoded picture; `at` gives red, green, blue and opacity, 0 to 255. */
export interface Pixels {
  width: number;
  height: number;
  at(x: number, y: number): readonly number[];
  /** Pixels of an area that are darker than half. */
  ink(x: number, y: number, width: number, height: number): number;
}

export async function decodePicture(bytes: Uint8Array): Promise<Pixels> {
  const image = await loadImage(bytes);
  const { width, height } = image;
  // In bands: a canvas is not as high as the pictures here.
  const bandHeight = 2000;
  const bands: Uint8ClampedArray[] = [];
  for (let top = 0; top < height; top += bandHeight) {
    const rows = Math.min(bandHeight, height - top);
    const context = createCanvas(width, rows).getContext('2d');
    context.drawImage(image, 0, top, width, rows, 0, 0, width, rows);
    bands.push(context.getImageData(0, 0, width, rows).data);
  }
  const at = (x: number, y: number): readonly number[] => {
    const offset = ((y % bandHeight) * width + x) * 4;
    return [...(bands[Math.floor(y / bandHeight)]?.subarray(offset, offset + 4) ?? [])];
  };
  return {
    width,
    height,
    at,
    ink: (left, top, columns, rows) => {
      let count = 0;
      for (let y = top; y < top + rows; y += 1) {
        for (let x = left; x < left + columns; x += 1) {
          const [red = 255, green = 255, blue = 255] = at(x, y);
          if (red + green + blue < 384) count += 1;
        }
      }
      return count;
    },
  };
}

/** A PNG of 50 × 50 pixels of one colour. */
export function coloured(colour: string): Buffer {
  const canvas = createCanvas(50, 50);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 50, 50);
  return canvas.toBuffer('image/png');
}
