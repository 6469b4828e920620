import type { JpegCodec } from '../../pictures/jpeg/codec.ts';
import { type PngSamples, PngWriter } from '../../pictures/png/png-writer.ts';
import type { WebpEncoder } from '../../pictures/webp/encoder.ts';
import { OutOfMemory } from '../program.ts';
import { type PageDrawing, rowBytes, type Rows } from './draw-page.ts';
import { makeGray, pngRows } from './png-rows.ts';

/** The file format of a picture. */
export type PictureEncoding =
  { format: 'png'; dotsPerInch?: number | undefined } | { format: 'jpeg' | 'webp'; quality: number };

/** The encoders of a request. */
export interface Encoders {
  jpeg: () => Promise<JpegCodec>;
  webp: () => Promise<WebpEncoder>;
}

/** A picture whose page has been drawn. */
export interface EncodedPage {
  /** The file, which another thread may still compress. */
  picture: Promise<Uint8Array>;
}

/**
 * Encodes a page that is being drawn. PNGs are compressed in another thread; other formats have all pixels in memory.
 *
 * @returns when the page has been drawn
 * @throws OutOfMemory
 */
export async function encodePage(
  drawn: Iterable<Rows>,
  page: Pick<PageDrawing, 'width' | 'height' | 'background'> & { grayscale: boolean },
  encoding: PictureEncoding,
  encoders: Encoders,
): Promise<EncodedPage> {
  if (encoding.format === 'png') return asPng(drawn, page, encoding.dotsPerInch);
  const { width, height, grayscale } = page;
  const data = Buffer.allocUnsafeSlow(rowBytes(width) * height);
  let filled = 0;
  for (const rows of drawn) {
    data.set(rows, filled);
    filled += rows.length;
  }
  if (grayscale && encoding.format === 'webp') makeGray(data);
  const encoded =
    encoding.format === 'jpeg'
      ? (await encoders.jpeg()).encode(
          { width, height, data },
          { quality: encoding.quality, isGray: grayscale, isBaseline: true },
        )
      : (await encoders.webp()).encode({ width, height, data }, encoding.quality);
  if (!encoded) throw new OutOfMemory();
  return { picture: Promise.resolve(encoded) };
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
): Promise<EncodedPage> {
  const samples: PngSamples = grayscale ? (background ? 1 : 2) : background ? 3 : 4;
  const png = new PngWriter({ width, height, samples, dotsPerInch });
  let added = Promise.resolve();
  for (const rows of drawn) {
    await added;
    added = png.add(pngRows(rows, width, samples));
  }
  return { picture: added.then(() => png.finish()) };
}
