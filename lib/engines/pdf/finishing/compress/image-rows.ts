import { nameAt, numberAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import type { PDFDict } from '../../objects.ts';
import type { Rows } from './best-deflate.ts';
import { colourSpaceOf } from './colour-space.ts';

/** The rows of an image that prediction can help, and their number. */
export interface ImageShape extends Rows {
  height: number;
}

/** Samples of other depths are not whole bytes. */
const predictedBits = 8;

/** The shape of an image with samples of 8 bits; undefined for everything else. Indices of a palette do not change evenly. */
export function imageShapeOf(dict: PDFDict): ImageShape | undefined {
  const isImage =
    nameAt(dict, keys.Subtype) === 'Image' && numberAt(dict, keys.BitsPerComponent) === predictedBits;
  const space = isImage ? colourSpaceOf(dict.context, dict.get(keys.ColorSpace)) : undefined;
  if (!space || space.kind === 'indexed') return undefined;
  const [columns, height] = [numberAt(dict, keys.Width) ?? 0, numberAt(dict, keys.Height) ?? 0];
  return { columns, colors: space.components, height };
}

/** The rows, if the image has data of that length. */
export const rowsIn = ({ columns, colors, height }: ImageShape, length: number): Rows | undefined =>
  Number.isInteger(columns) && columns >= 1 && columns * colors * height === length
    ? { columns, colors }
    : undefined;
