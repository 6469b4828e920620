import { rowBytes } from '../../../../pictures/ccitt/changing-elements.ts';
import type { PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import type { DataCache } from '../data-cache.ts';
import { type BitmapFormat, bitmapFormatOf } from './bitmap-format.ts';
import { bitmapOf } from './bitmap-of.ts';
import { bitmapImage, codedBitmap, type CodedBitmap, group4Bitmap } from './coded-bitmap.ts';

export interface BitmapTools {
  account: InflationAccount;
  /** Data in another coding, or null if they are not shorter. */
  cache: DataCache<CodedBitmap | null>;
}

/**
 * An image in two colours with the same pixels in another coding: as Group 4, or by Flate if codes for facsimile are long.
 *
 * @returns undefined for other images, for those that are Group 4 already and short, and if that is not smaller
 */
export function recodedBitmap(
  stream: PDFRawStream,
  { account, cache }: BitmapTools,
): PDFRawStream | undefined {
  const { contents, dict } = stream;
  const format = bitmapFormatOf(stream);
  if (!format) return undefined;
  const isLong = isLongFax(format, contents.length);
  if (format.fax?.dimensions === 'two' && !isLong) return undefined;
  const coded = cache.of(contents, cacheKey(format), () => {
    const bitmap = bitmapOf(stream, format, account);
    if (!bitmap) return null;
    return (isLong ? codedBitmap(bitmap) : group4Bitmap(bitmap, contents.length)) ?? null;
  });
  return coded ? bitmapImage(dict, coded) : undefined;
}

/**
 * Text takes a tenth of its pixels as codes for facsimile, and a third by Flate. Shades that consist of dots take more
 * than all of them.
 */
const longShare = 0.25;

const isLongFax = ({ fax, width, height }: BitmapFormat, length: number): boolean =>
  fax !== undefined && length > longShare * rowBytes(width) * height;

/** What the pixels depend on besides the data. */
export function cacheKey({ width, height, coding, fax }: BitmapFormat): string {
  const filters = coding.outer.map(({ name, parameters }) => `${name} ${String(parameters)}`);
  return JSON.stringify([width, height, filters, String(coding.prediction), fax]);
}
