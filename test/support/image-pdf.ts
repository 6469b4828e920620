import { createCanvas } from '@napi-rs/canvas';
import { rawPdf, rawStream } from './raw-pdf.ts';

/** A picture that looks like a photo: smooth areas, edges and grain. Red, green and blue of each pixel; `grain` in levels. */
export function photoPixels(width: number, height: number, grain = 6): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    const light = 110 + 70 * Math.sin(7 * x + 3 * Math.sin(9 * y)) + ((state >> 16) / 32_768) * grain;
    const inCircle = Math.hypot(x - 0.5, y - 0.4) < 0.25 ? 50 : 0;
    pixels[3 * at] = light + inCircle;
    pixels[3 * at + 1] = light * 0.8 + 20 * y;
    pixels[3 * at + 2] = 200 - light * 0.7;
  }
  return pixels;
}

/** That picture as a JPEG. */
export function photoJpeg(width: number, height: number, quality = 90, grain?: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const pixels = photoPixels(width, height, grain);
  for (let at = 0; at < width * height; at += 1) {
    for (let sample = 0; sample < 3; sample += 1) image.data[4 * at + sample] = pixels[3 * at + sample] ?? 0;
    image.data[4 * at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas.toBuffer('image/jpeg', quality);
}

/** An image XObject: its entries besides those of every image, and its data. */
export interface ImageObject {
  width: number;
  height: number;
  entries: string;
  data: Buffer;
}

export const imageObject = ({ width, height, entries, data }: ImageObject): Buffer =>
  rawStream(`/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${entries}`, data);

/** The number of the image in `imagePdf`. */
const imageNumber = 6;

/**
 * A page of 10 by 10 inches that content paints an image on.
 *
 * @param content paints `/Im`, or the form `/Fm` that paints it in a square of one inch
 * @param more further objects
 */
export function imagePdf(
  image: Buffer,
  content: string,
  more: Readonly<Record<number, string | Buffer>> = {},
): Buffer {
  const resources = `/Resources<</XObject<</Im ${imageNumber} 0 R/Fm 7 0 R>>>>`;
  return rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 720 720]${resources}/Contents 4 0 R>>`,
    4: rawStream('', content),
    [imageNumber]: image,
    7: rawStream(
      `/Type/XObject/Subtype/Form/BBox[0 0 72 72]/Resources<</XObject<</Im ${imageNumber} 0 R>>>>`,
      'q 72 0 0 72 0 0 cm /Im Do Q',
    ),
    ...more,
  });
}
