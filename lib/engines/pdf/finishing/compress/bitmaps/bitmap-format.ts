import type { FaxCoding } from '../../../../pictures/ccitt/decoder.ts';
import { isTrueAt, listOf, nameAt, numberAt, resolved } from '../../../assembly/lookup.ts';
import type { Filter } from '../../../filters/decode-stream.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFName, type PDFRawStream } from '../../../objects.ts';
import { nameText } from '../../../syntax/names.ts';
import { colourSpaceOf } from '../colour-space.ts';
import { codingOf, type StreamCoding } from '../stream-coding.ts';

/** An image with one bit for each pixel: in two colours, or a stencil mask. */
export interface BitmapFormat {
  width: number;
  height: number;
  coding: StreamCoding;
  /** Present if the data are coded for facsimile below other filters. */
  fax: FaxCoding | undefined;
}

/** The longest side, in pixels: that of JPEG. Rows are read as a whole. */
const maxSide = 65_535;

/**
 * The format of an image with one bit for each pixel (PDF 32000-1, 8.9.5); undefined for other images, and for JBIG2 data,
 * which are shorter than any other coding.
 */
export function bitmapFormatOf({ dict }: PDFRawStream): BitmapFormat | undefined {
  if (nameAt(dict, keys.Subtype) !== 'Image' || dict.has(keys.Alternates) || !hasOneBit(dict))
    return undefined;
  const coding = codingOf(dict);
  const [width, height] = [numberAt(dict, keys.Width) ?? 0, numberAt(dict, keys.Height) ?? 0];
  if (!coding || !isSide(width) || !isSide(height)) return undefined;
  const [filter, ...others] = coding.inner;
  const fax = filter && faxCodingOf(filter, width, height);
  if ((filter && !fax) || others.length > 0) return undefined;
  return { width, height, coding, fax };
}

const isSide = (value: number): boolean => Number.isInteger(value) && value > 0 && value <= maxSide;

function hasOneBit(dict: PDFDict): boolean {
  if (isTrueAt(dict, keys.ImageMask)) return true;
  if (numberAt(dict, keys.BitsPerComponent) !== 1) return false;
  const space = dict.get(keys.ColorSpace);
  const [family] = listOf(dict.context, space).map((item) => resolved(dict.context, item));
  const isInk = family instanceof PDFName && nameText(family) === 'Separation';
  return isInk || colourSpaceOf(dict.context, space)?.components === 1;
}

const faxFilters = ['CCITTFaxDecode', 'CCF'];

/** The columns of lines that state none (PDF 32000-1, table 11). */
const usualColumns = 1728;

function faxCodingOf({ name, parameters }: Filter, width: number, height: number): FaxCoding | undefined {
  if (!faxFilters.includes(name)) return undefined;
  if (((parameters && numberAt(parameters, keys.Columns)) ?? usualColumns) !== width) return undefined;
  const k = (parameters && numberAt(parameters, keys.K)) ?? 0;
  const isTrue = (key: PDFName): boolean => parameters !== undefined && isTrueAt(parameters, key);
  return {
    width,
    height,
    dimensions: k < 0 ? 'two' : k > 0 ? 'mixed' : 'one',
    isAligned: isTrue(keys.EncodedByteAlign),
    white: isTrue(keys.BlackIs1) ? 0 : 1,
  };
}
