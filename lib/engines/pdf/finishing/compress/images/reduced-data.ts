import type { PDFRawStream } from '../../../objects.ts';
import { compressBest, type Rows } from '../best-deflate.ts';
import type { ImageFormat } from './image-format.ts';
import { type ImageTools, pixelsOf } from './image-pixels.ts';
import { lumaOf } from './luma.ts';
import { type Pixels, resample } from './resample.ts';
import { similarity } from './similarity.ts';

/** The size that an image gets, and whether it may be encoded as JPEG, which blurs the edges of masks. */
export interface ImageTarget {
  width: number;
  height: number;
  quality: number;
  /** Whether colours become gray. */
  isGray: boolean;
  isMask: boolean;
}

/** New data of an image. */
export interface ReducedData {
  data: Uint8Array;
  width: number;
  height: number;
  components: number;
  /** Absent for JPEG data. */
  flate?: { predicted: Rows | undefined } | undefined;
}

/**
 * How similar JPEG data must be to the pixels that they encode. At quality 75, the photos and scans of `bench:compress` reach
 * 0.95 to 0.99. Small text on colour, line art and screenshots fall below 0.92: blocks and echoes of edges show.
 */
const leastSimilarity = 0.92;

/** Added to the quality of data that are not similar enough, once. */
const moreQuality = 15;

/** Decodes an image, makes it smaller and encodes it. Returns undefined if it cannot be decoded. */
export function reducedData(
  stream: PDFRawStream,
  format: ImageFormat,
  target: ImageTarget,
  tools: ImageTools,
): ReducedData | undefined {
  const decoded = pixelsOf(stream, format, tools);
  if (!decoded) return undefined;
  const resampled =
    target.width < decoded.width || target.height < decoded.height || decoded.stride !== decoded.components
      ? resample(decoded, target.width, target.height)
      : decoded;
  const pixels = target.isGray && resampled.components === 3 ? grayOf(resampled) : resampled;
  const lossy = target.isMask ? undefined : jpegData(pixels, target.quality, tools);
  // Compressing all pixels without loss takes longer than everything else.
  const shortest = Math.min(lossy?.data.length ?? Infinity, stream.contents.length);
  if (estimatedLength(pixels) > hopeless * shortest) return lossy;
  const lossless = losslessData(pixels);
  return lossy && lossy.data.length < lossless.data.length ? lossy : lossless;
}

/** An estimate that exceeds the length of other data by this factor is not wrong by so much. */
const hopeless = 1.5;

/** A sample of rows from the middle that is compressed for an estimate, in bytes. */
const sampleBytes = 128 * 1024;

/** About the length of the pixels, compressed without loss. */
function estimatedLength({ data, width, components }: Pixels): number {
  const rowBytes = width * components;
  const length = Math.min(data.length, Math.max(1, Math.floor(sampleBytes / rowBytes)) * rowBytes);
  const start = Math.floor((data.length - length) / 2 / rowBytes) * rowBytes;
  const sample = data.subarray(start, start + length);
  return (
    (compressBest(sample, { isImage: true, rows: { columns: width, colors: components } }).data.length /
      length) *
    data.length
  );
}

function grayOf(pixels: Pixels): Pixels {
  return { ...pixels, components: 1, stride: 1, data: lumaOf(pixels) };
}

function losslessData({ data, width, height, components }: Pixels): ReducedData {
  const { data: compressed, predicted } = compressBest(data, {
    isImage: true,
    rows: { columns: width, colors: components },
  });
  return { data: compressed, width, height, components, flate: { predicted } };
}

/** JPEG data that look like the pixels; undefined if none do, and for colours of four inks. */
function jpegData(pixels: Pixels, quality: number, { jpeg }: ImageTools): ReducedData | undefined {
  const { width, height, components } = pixels;
  if (components === 4) return undefined;
  const source = { width, height, data: rgbaOf(pixels) };
  const luma = lumaOf(pixels);
  for (const tried of [quality, Math.min(100, quality + moreQuality)]) {
    const data = jpeg.encode(source, { quality: tried, isGray: components === 1 });
    const shown = data && jpeg.decode(data);
    if (!shown) return undefined;
    const shownLuma = lumaOf({ ...shown, components: 3, stride: 4 });
    if (similarity(luma, shownLuma, width, height) >= leastSimilarity)
      return { data, width, height, components };
  }
  return undefined;
}

/** The pixels as the encoder takes them. */
function rgbaOf({ data, width, height, components, stride }: Pixels): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  const [second, third] = components === 1 ? [0, 0] : [1, 2];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [from, to] = [pixel * stride, pixel * 4];
    rgba[to] = data[from] as number;
    rgba[to + 1] = data[from + second] as number;
    rgba[to + 2] = data[from + third] as number;
    rgba[to + 3] = 255;
  }
  return rgba;
}
