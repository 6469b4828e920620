import { type Bitmap, rowBytes } from '../../../../pictures/ccitt/changing-elements.ts';
import { decodeFax } from '../../../../pictures/ccitt/decoder.ts';
import type { PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import { withoutPrediction } from '../prediction.ts';
import { withoutOuterFilters } from '../stream-coding.ts';
import type { BitmapFormat } from './bitmap-format.ts';

/** The pixels of an image in two colours; undefined if its data are damaged, too long, or not what the dictionary says. */
export function bitmapOf(
  { contents }: PDFRawStream,
  { width, height, coding, fax }: BitmapFormat,
  account: InflationAccount,
): Bitmap | undefined {
  const length = rowBytes(width) * height;
  if (length > account.left) return undefined;
  const coded = withoutOuterFilters(contents, coding, account);
  if (!coded) return undefined;
  if (fax) {
    account.add(length);
    const data = decodeFax(coded, fax);
    return data && { width, height, data };
  }
  const data = withoutPrediction(coded, coding);
  // Some writers add a line break.
  if (!data || data.length < length || data.length > length + 2) return undefined;
  return { width, height, data: data.subarray(0, length) };
}
