import { type Bitmap, commonBit } from '../../../../pictures/ccitt/changing-elements.ts';
import { encodeGroup4 } from '../../../../pictures/ccitt/group4-encoder.ts';
import { dictOf, withEntries } from '../../../assembly/object-builders.ts';
import { keys, values } from '../../../keys.ts';
import { type PDFDict, PDFBool, PDFNumber, PDFRawStream } from '../../../objects.ts';
import { compressBest } from '../best-deflate.ts';

/** Data of an image in two colours. */
export interface CodedBitmap {
  width: number;
  height: number;
  data: Uint8Array;
  /** The bit of white pixels in data of Group 4; undefined for data of Flate. */
  white: 0 | 1 | undefined;
}

/**
 * Encodes a bitmap as Group 4 or by Flate, whichever is shorter. Patterns that repeat, such as grids of dots, are for
 * Flate.
 */
export function codedBitmap(bitmap: Bitmap): CodedBitmap {
  const { width, height } = bitmap;
  const { data: deflated } = compressBest(bitmap.data, { isImage: true, rows: undefined });
  return group4Bitmap(bitmap, deflated.length - 1) ?? { width, height, data: deflated, white: undefined };
}

/** @param limit the number of bytes to return at most */
export function group4Bitmap(bitmap: Bitmap, limit: number): CodedBitmap | undefined {
  const { width, height } = bitmap;
  const white = commonBit(bitmap);
  const data = encodeGroup4(bitmap, white, limit);
  return data && { width, height, data, white };
}

/** The image with these data. */
export function bitmapImage(dict: PDFDict, { width, height, data, white }: CodedBitmap): PDFRawStream {
  const isGroup4 = white !== undefined;
  const parameters = dictOf(dict.context, {
    K: PDFNumber.of(-1),
    Columns: PDFNumber.of(width),
    Rows: PDFNumber.of(height),
    BlackIs1: white === 0 ? PDFBool.True : undefined,
  });
  return PDFRawStream.of(
    withEntries(dict, [
      [keys.Width, PDFNumber.of(width)],
      [keys.Height, PDFNumber.of(height)],
      [keys.Filter, isGroup4 ? values.CCITTFaxDecode : values.FlateDecode],
      [keys.DecodeParms, isGroup4 ? parameters : undefined],
    ]),
    data,
  );
}
