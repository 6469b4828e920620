import type { JpegCodec } from '../../pictures/jpeg/codec.ts';
import { type PngSamples, PngWriter } from '../../pictures/png/png-writer.ts';
import type { WebpEncoder } from '../../pictures/webp/encoder.ts';
import { OutOfMemory } from '../program.ts';
import { type PageDrawing, rowBytes, type Rows } from './draw-page.ts';

/** The file format of a picture. */
export type PictureEncoding =
  { format: 'png'; dotsPerInch?: number | undefined } | { format: 'jpeg' | 'webp'; quality: number };

/** The encoders of a request. */
export interface Encoders {
  jpeg: () => Promise<JpegCodec>;
  webp: () => Promise<WebpEncoder>;
}

/**
 * Encodes a page that is being drawn. PNGs are compressed while the page is drawn; other formats have all pixels in memory.
 *
 * @throws OutOfMemory
 */
export async function encodePage(
  drawn: Iterable<Rows>,
  page: Pick<PageDrawing, 'width' | 'height' | 'background'> & { grayscale: boolean },
  encoding: PictureEncoding,
  encoders: Encoders,
): Promise<Uint8Array> {
  if (encoding.format === 'png') return asPng(drawn, page, encoding.dotsPerInch);
  const { width, height, grayscale } = page;
  const data = Buffer.allocUnsafe(rowBytes(width) * height);
  let filled = 0;
  for (const rows of drawn) {
    data.set(rows, filled);
    filled += rows.length;
  }
  const encoded =
    encoding.format === 'jpeg'
      ? (await encoders.jpeg()).encode(
          { width, height, data },
          { quality: encoding.quality, isGray: grayscale, isBaseline: true },
        )
      : (await encoders.webp()).encode(
          { width, height, data: grayscale ? inGray(data) : data },
          encoding.quality,
        );
  if (!encoded) throw new OutOfMemory();
  return encoded;
}

async function asPng(
  drawn: Iterable<Rows>,
  {
    width,
    height,
    background,
    grayscale,
  }: Pick<PageDrawing, 'width' | 'height' | 'background'> & { grayscale: boolean },
  dotsPerInch: number | undefined,
): Promise<Uint8Array> {
  const samples: PngSamples = grayscale ? (background ? 1 : 2) : background ? 3 : 4;
  const png = new PngWriter({ width, height, samples, dotsPerInch });
  for (const rows of drawn) await png.add(withSamples(rows, samples));
  return png.finish();
}

/** The weights of red, green and blue in the brightness (ITU-R BT.601), of 65,536. */
const [ofRed, ofGreen, ofBlue] = [19_595, 38_470, 7471];

const brightness = (rows: Uint8Array, at: number): number =>
  ((rows[at] as number) * ofRed +
    (rows[at + 1] as number) * ofGreen +
    (rows[at + 2] as number) * ofBlue +
    32_768) >>>
  16;

/** Pixels with the samples that a PNG has. */
function withSamples(rows: Rows, samples: PngSamples): Uint8Array {
  if (samples === 4) return rows;
  const out = Buffer.allocUnsafe((rows.length / 4) * samples);
  for (let from = 0, to = 0; from < rows.length; from += 4, to += samples) {
    if (samples === 3) {
      out[to] = rows[from] as number;
      out[to + 1] = rows[from + 1] as number;
      out[to + 2] = rows[from + 2] as number;
    } else {
      out[to] = brightness(rows, from);
      if (samples === 2) out[to + 1] = rows[from + 3] as number;
    }
  }
  return out;
}

/** Sets red, green and blue to the brightness, in place. */
function inGray(pixels: Buffer): Buffer {
  for (let at = 0; at < pixels.length; at += 4) {
    const gray = brightness(pixels, at);
    pixels[at] = gray;
    pixels[at + 1] = gray;
    pixels[at + 2] = gray;
  }
  return pixels;
}
