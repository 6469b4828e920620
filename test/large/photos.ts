import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { randomFillSync } from 'node:crypto';

export interface PhotoSize {
  /** Pixels. */
  width: number;
  height: number;
}

/** As cameras have them, of 12 megapixels and about 4 MB. */
export const cameraPhoto: PhotoSize = { width: 4000, height: 3000 };

/** As scans and pages have them, of 2 megapixels and about 0.7 MB. */
export const pagePhoto: PhotoSize = { width: 1600, height: 1200 };

const grainSize = 512;

/** A JPEG like a photo: a colour that changes slowly, and grain, so that nothing can compress it further. */
export function makePhoto({ width, height }: PhotoSize, hue: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const light = context.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, `hsl(${hue} 60% 70%)`);
  light.addColorStop(1, `hsl(${(hue + 90) % 360} 60% 30%)`);
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  addGrain(context, { width, height });
  return canvas.toBuffer('image/jpeg', 90);
}

function addGrain(context: SKRSContext2D, { width, height }: PhotoSize): void {
  const grain = createCanvas(grainSize, grainSize);
  const noise = grain.getContext('2d').createImageData(grainSize, grainSize);
  randomFillSync(noise.data);
  for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
  grain.getContext('2d').putImageData(noise, 0, 0);
  context.globalAlpha = 0.2;
  for (let y = 0; y < height; y += grainSize) {
    for (let x = 0; x < width; x += grainSize) context.drawImage(grain, x, y);
  }
}
