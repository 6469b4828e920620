import { type Bitmap, rowBytes } from '../../../../pictures/ccitt/changing-elements.ts';
import type { PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import type { DataCache } from '../data-cache.ts';
import { leastSimilarity } from '../images/least-similarity.ts';
import { type Pixels, resample } from '../images/resample.ts';
import { similarity } from '../images/similarity.ts';
import type { BitmapFormat } from './bitmap-format.ts';
import { bitmapOf } from './bitmap-of.ts';
import { commonBit } from '../../../../pictures/ccitt/changing-elements.ts';
import { bitmapImage, codedBitmap, type CodedBitmap } from './coded-bitmap.ts';
import { cacheKey } from './recoded-bitmap.ts';

/** The pixels of a bitmap for one of the resolution that is wanted: the eye needs more of them without shades. */
export const bitmapDensity = 2;

export interface ReducingBitmapTools {
  account: InflationAccount;
  /** Data with fewer pixels, or null if they cannot be decoded or look different. */
  bitmaps: DataCache<CodedBitmap | null>;
}

/**
 * The image with fewer pixels; undefined if it cannot be decoded, or looks different: shades that consist of dots turn
 * into other dots.
 */
export function reducedBitmap(
  stream: PDFRawStream,
  format: BitmapFormat,
  target: { width: number; height: number },
  { account, bitmaps }: ReducingBitmapTools,
): PDFRawStream | undefined {
  const use = `${cacheKey(format)} ${target.width} ${target.height}`;
  const coded = bitmaps.of(stream.contents, use, () => {
    const bitmap = bitmapOf(stream, format, account);
    const smaller = bitmap && smallerBitmap(bitmap, target);
    return smaller ? codedBitmap(smaller) : null;
  });
  return coded ? bitmapImage(stream.dict, coded) : undefined;
}

/** The share of ink that makes a pixel ink. Less than a half, or lines of one pixel would vanish. */
const inkShare = 0.4;

function smallerBitmap(bitmap: Bitmap, target: { width: number; height: number }): Bitmap | undefined {
  const paper = commonBit(bitmap);
  const shades = shadesOf(bitmap);
  const averaged = resample(shades, target.width, target.height);
  const smaller = inTwoColours(averaged, 255 * (paper === 1 ? 1 - inkShare : inkShare));
  return looksAlike(averaged, shadesOf(smaller)) ? smaller : undefined;
}

/** Whether pictures look alike in the resolution that is wanted. */
function looksAlike(before: Pixels, after: Pixels): boolean {
  const width = Math.ceil(before.width / bitmapDensity);
  const height = Math.ceil(before.height / bitmapDensity);
  const [one, other] = [resample(before, width, height), resample(after, width, height)];
  return similarity(one.data, other.data, width, height) >= leastSimilarity;
}

/** Bits as samples of 8 bits. */
function shadesOf({ width, height, data }: Bitmap): Pixels {
  const shades = new Uint8Array(width * height);
  const length = rowBytes(width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = data[y * length + (x >> 3)] as number;
      shades[y * width + x] = (byte >> (7 - (x & 7))) & 1 ? 255 : 0;
    }
  }
  return { width, height, components: 1, stride: 1, data: shades };
}

/** Bits of samples: those above a limit are 1. */
function inTwoColours({ width, height, data }: Pixels, limit: number): Bitmap {
  const length = rowBytes(width);
  const bits = new Uint8Array(length * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[y * width + x] as number) <= limit) continue;
      const at = y * length + (x >> 3);
      bits[at] = (bits[at] as number) | (0x80 >> (x & 7));
    }
  }
  return { width, height, data: bits };
}
