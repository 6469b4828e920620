import { type Colours, type Orientation, type Picture, samplesOf } from '../../../pictures/picture.ts';
import { arrayOf, dictOf, type Entries } from '../../assembly/object-builders.ts';
import { values } from '../../keys.ts';
import {
  PDFHexString,
  type PDFContext,
  type PDFDict,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../../objects.ts';
import type { Drawable } from './drawable.ts';
import { drawing, numbers, registerForm } from './form-xobject.ts';
import { type Matrix, numerals } from './matrix.ts';

/** A form that shows a picture, turned as its orientation says. One pixel is one unit. */
export function pictureForm(context: PDFContext, picture: Picture): Drawable {
  const isTurned = picture.orientation > 4;
  const [width, height] = isTurned ? [picture.height, picture.width] : [picture.width, picture.height];
  const { resources, draw } = drawing(context, registerImage(context, picture));
  const matrix = orientations[picture.orientation](width, height);
  return registerForm(context, { width, height }, { content: `${numerals(matrix)} cm ${draw}`, resources });
}

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
function registerImage(context: PDFContext, picture: Picture): PDFRef {
  const { colours, data, bitDepth, opacity } = picture;
  const { width, height } = picture;
  const mask =
    opacity &&
    imageOf(context, opacity.data.bytes, {
      ...sizeOf({ width, height, bitDepth: opacity.bitDepth }),
      ColorSpace: values.DeviceGray,
      ...rowsEntries(context, { width, bitDepth: opacity.bitDepth, samples: 1 }),
    });
  return imageOf(context, data.bytes, {
    ...sizeOf({ width, height, bitDepth }),
    ColorSpace: colourSpace(context, picture),
    SMask: mask,
    Decode:
      colours.model === 'cmyk' && colours.inverted ? numbers(context, [1, 0, 1, 0, 1, 0, 1, 0]) : undefined,
    ...(data.encoding === 'jpeg'
      ? jpegEntries(context, data.isPlainRgb)
      : rowsEntries(context, { width, bitDepth, samples: samplesOf(colours) })),
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
