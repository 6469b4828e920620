import type { PDFRawStream } from '../../../objects.ts';
import { compressBest, type Rows } from '../best-deflate.ts';
import type { ImageFormat } from './image-format.ts';
import { type ImageTools, pixelsOf } from './image-pixels.ts';
import { blackOf, grayOf } from './ink.ts';
import { leastSimilarity } from './least-similarity.ts';
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
  const pixels = target.isGray && resampled.components > 1 ? grayOf(resampled, format) : resampled;
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

function losslessData({ data, width, height, components }: Pixels): ReducedData {
  const { data: compressed, predicted } = compressBest(data, {
    isImage: true,
    rows: { columns: width, colors: components },
  });
  return { data: compressed, width, height, components, flate: { predicted } };
}

/** JPEG data that look like the pixels; undefined if none do. */
function jpegData(pixels: Pixels, quality: number, { jpeg }: ImageTools): ReducedData | undefined {
  const { width, height, components } = pixels;
  const source = { width, height, data: inFours(pixels) };
  for (const tried of [quality, Math.min(100, quality + moreQuality)]) {
    const data =
      components === 4
        ? jpeg.encodeInks(source, tried)
        : jpeg.encode(source, { quality: tried, isGray: components === 1 });
    const shown = data && (components === 4 ? jpeg.decodeInks(data, undefined) : jpeg.decode(data));
    if (!shown) return undefined;
    if (looksAlike(pixels, { ...shown, components: components === 4 ? 4 : 3, stride: 4 }))
      return { data, width, height, components };
  }
  return undefined;
}

function looksAlike(before: Pixels, after: Pixels): boolean {
  const { width, height, components } = before;
  const isSimilar = (one: Uint8Array, other: Uint8Array): boolean =>
    similarity(one, other, width, height) >= leastSimilarity;
  return (
    isSimilar(lumaOf(before), lumaOf(after)) && (components < 4 || isSimilar(blackOf(before), blackOf(after)))
  );
}

/** The pixels as the encoder takes them. */
function inFours({ data, width, height, components, stride }: Pixels): Uint8Array {
  if (components === 4) return data;
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
