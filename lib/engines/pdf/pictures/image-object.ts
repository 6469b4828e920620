import {
  type Colours,
  type FaxData,
  type Orientation,
  type Picture,
  samplesOf,
} from '../../pictures/picture.ts';
import { arrayOf, dictOf, type Entries } from '../assembly/object-builders.ts';
import { numbers } from '../finishing/overlays/form-xobject.ts';
import type { Matrix } from '../finishing/overlays/matrix.ts';
import { values } from '../keys.ts';
import {
  PDFBool,
  type PDFContext,
  type PDFDict,
  PDFHexString,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../objects.ts';

/** Width and height of a picture as its orientation shows it, in pixels. */
export const displayedSize = ({
  orientation,
  width,
  height,
}: Pick<Picture, 'orientation' | 'width' | 'height'>): { width: number; height: number } =>
  orientation > 4 ? { width: height, height: width } : { width, height };

/** The transformation that shows an image object, turned by its orientation, in a box at the origin. */
export const turnedTo = (orientation: Orientation, width: number, height: number): Matrix =>
  orientations[orientation](width, height);

/** From the unit square, in which an image is drawn with its first row on top, to a box at the origin. */
const orientations: Readonly<Record<Orientation, (width: number, height: number) => Matrix>> = {
  1: (width, height) => [width, 0, 0, height, 0, 0],
  2: (width, height) => [-width, 0, 0, height, width, 0],
  3: (width, height) => [-width, 0, 0, -height, width, height],
  4: (width, height) => [width, 0, 0, -height, 0, height],
  5: (width, height) => [0, -height, -width, 0, width, height],
  6: (width, height) => [0, -height, width, 0, 0, height],
  7: (width, height) => [0, height, width, 0, 0, 0],
  8: (width, height) => [0, height, -width, 0, width, 0],
};

/** The picture as an image XObject (PDF 32000-1, 8.9.5). Its data are not compressed again. */
export function registerImage(context: PDFContext, picture: Picture): PDFRef {
  const { colours, data, bitDepth, opacity } = picture;
  const { width, height } = picture;
  const mask =
    opacity &&
    imageOf(context, opacity.data.bytes, {
      ...sizeOf({ width, height, bitDepth: opacity.bitDepth }),
      ColorSpace: values.DeviceGray,
      Matte: opacity.isPremultiplied ? black(context, samplesOf(colours)) : undefined,
      ...rowsEntries(context, { width, bitDepth: opacity.bitDepth, samples: 1 }),
    });
  return imageOf(context, data.bytes, {
    ...sizeOf({ width, height, bitDepth }),
    ColorSpace: colourSpace(context, picture),
    SMask: mask,
    Decode:
      colours.model === 'cmyk' && colours.inverted ? numbers(context, [1, 0, 1, 0, 1, 0, 1, 0]) : undefined,
    ...dataEntries(context, picture),
  });
}

const imageOf = (context: PDFContext, bytes: Uint8Array, entries: Entries): PDFRef =>
  context.register(
    PDFRawStream.of(dictOf(context, { Type: values.XObject, Subtype: values.Image, ...entries }), bytes),
  );

const sizeOf = ({ width, height, bitDepth }: Pick<Picture, 'width' | 'height' | 'bitDepth'>): Entries => ({
  Width: PDFNumber.of(width),
  Height: PDFNumber.of(height),
  BitsPerComponent: PDFNumber.of(bitDepth),
});

/** What colours without opacity were multiplied to (PDF 32000-1, 11.6.5.3). */
const black = (context: PDFContext, samples: number): PDFObject =>
  numbers(context, Array<number>(samples).fill(0));

function dataEntries(context: PDFContext, { data, width, height, bitDepth, colours }: Picture): Entries {
  switch (data.encoding) {
    case 'jpeg':
      return jpegEntries(context, data.isPlainRgb);
    case 'fax':
      return faxEntries(context, data, { width, height });
    case 'rows':
      return rowsEntries(context, { width, bitDepth, samples: samplesOf(colours) });
  }
}

/** By the dimensions of codes (PDF 32000-1, table 11). */
const kOf = { one: 0, mixed: 1, two: -1 } as const;

const faxEntries = (
  context: PDFContext,
  { dimensions, isAligned, white }: FaxData,
  { width, height }: { width: number; height: number },
): Entries => ({
  Filter: values.CCITTFaxDecode,
  DecodeParms: dictOf(context, {
    K: PDFNumber.of(kOf[dimensions]),
    Columns: PDFNumber.of(width),
    Rows: PDFNumber.of(height),
    EncodedByteAlign: isAligned ? PDFBool.True : undefined,
    BlackIs1: white === 0 ? PDFBool.True : undefined,
  }),
});

/** The filter of rows (PDF 32000-1, table 8). Each row names its own predictor. */
const rowsEntries = (
  context: PDFContext,
  { width, bitDepth, samples }: { width: number; bitDepth: number; samples: number },
): Entries => ({
  Filter: values.FlateDecode,
  DecodeParms: dictOf(context, {
    Predictor: PDFNumber.of(15),
    Colors: PDFNumber.of(samples),
    BitsPerComponent: PDFNumber.of(bitDepth),
    Columns: PDFNumber.of(width),
  }),
});

/** Readers take three components for YCbCr unless told otherwise (PDF 32000-1, table 13). */
const jpegEntries = (context: PDFContext, isPlainRgb: boolean): Entries => ({
  Filter: values.DCTDecode,
  DecodeParms: isPlainRgb ? dictOf(context, { ColorTransform: PDFNumber.of(0) }) : undefined,
});

const deviceSpaces = { gray: values.DeviceGray, rgb: values.DeviceRGB, cmyk: values.DeviceCMYK } as const;

function colourSpace(context: PDFContext, { colours, profile }: Picture): PDFObject {
  const model = colours.model === 'palette' ? 'rgb' : colours.model;
  const device = deviceSpaces[model];
  const space = profile
    ? arrayOf(context, [
        values.ICCBased,
        registerProfile(context, profile, samplesOf({ model } as Colours), device),
      ])
    : device;
  if (colours.model !== 'palette') return space;
  const highest = PDFNumber.of(colours.palette.length / 3 - 1);
  const palette = PDFHexString.of(Buffer.from(colours.palette).toString('hex'));
  return arrayOf(context, [values.Indexed, space, highest, palette]);
}

function registerProfile(
  context: PDFContext,
  profile: Uint8Array,
  components: number,
  alternate: PDFObject,
): PDFRef {
  const dict: PDFDict = dictOf(context, { N: PDFNumber.of(components), Alternate: alternate });
  return context.register(PDFRawStream.of(dict, profile));
}
