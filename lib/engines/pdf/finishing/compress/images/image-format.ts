import { ownEntry } from '../../../../../base/own-entry.ts';
import {
  bytesOf,
  dictAt,
  isString,
  isTrueAt,
  listOf,
  nameAt,
  numberAt,
  resolved,
} from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { PDFArray, PDFNumber, type PDFObject, PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import { colourSpaceOf } from '../colour-space.ts';
import { codingOf, type StreamCoding, withoutOuterFilters } from '../stream-coding.ts';

/** The colours of each index: one or three bytes. */
export interface Palette {
  components: 1 | 3;
  colours: Uint8Array;
}

/** An image that can be reduced. */
export interface ImageFormat {
  width: number;
  height: number;
  /** Of each sample. */
  bits: 1 | 2 | 4 | 8 | 16;
  /** Samples of each pixel. */
  components: 1 | 3 | 4;
  palette: Palette | undefined;
  /** What `Decode` makes of the samples: nothing, the opposite, or something else. */
  decoding: 'direct' | 'inverted' | 'other';
  coding: StreamCoding;
  /** How the data are coded below filters such as Flate; undefined for samples. */
  codec: ImageCodec | undefined;
  /** The parameter of JPEG data that says how colours are coded, if they do not. */
  colourTransform: number | undefined;
}

export type ImageCodec = 'jpeg' | 'jpx';

const knownBits = [1, 2, 4, 8, 16] as const;

/**
 * The format of an image (PDF 32000-1, 8.9.5); undefined for those that stay as they are: stencil masks, inks, colour key
 * masks, images with premultiplied colours or with alternatives, bitmaps of two colours, and data of other filters
 * than DCT, JPX, Flate and its like.
 */
export function imageFormatOf({ dict }: PDFRawStream, account: InflationAccount): ImageFormat | undefined {
  if (nameAt(dict, keys.Subtype) !== 'Image' || isTrueAt(dict, keys.ImageMask) || dict.has(keys.Alternates))
    return undefined;
  if (
    resolved(dict.context, dict.get(keys.Mask)) instanceof PDFArray ||
    (numberAt(dict, keys.SMaskInData) ?? 0) !== 0
  )
    return undefined;
  if (dict.has(keys.Matte) || dictAt(dict, keys.SMask)?.has(keys.Matte)) return undefined;
  const coding = codingOf(dict);
  const space = colourSpaceOf(dict.context, dict.get(keys.ColorSpace));
  const [width, height] = [numberAt(dict, keys.Width) ?? 0, numberAt(dict, keys.Height) ?? 0];
  if (!coding || !space || !isLength(width) || !isLength(height)) return undefined;
  const codec = codecOf(coding);
  const colourTransform = colourTransformOf(coding);
  // The decoder does not take it for three components.
  if (colourTransform !== undefined && space.components !== 4) return undefined;
  if (!codec && coding.inner.length > 0) return undefined;
  const bits = codec ? 8 : knownBits.find((known) => known === numberAt(dict, keys.BitsPerComponent));
  const palette = space.kind === 'indexed' ? paletteOf(dict, space, account) : undefined;
  if (bits === undefined || (space.kind === 'indexed' ? !palette || codec || bits === 16 : bits < 8))
    return undefined;
  const decoding = decodingOf(dict);
  // Indices would be mapped to others.
  if (palette && decoding !== 'direct') return undefined;
  const { components } = space;
  return { width, height, bits, components, palette, decoding, coding, codec, colourTransform };
}

const isLength = (value: number): boolean => Number.isInteger(value) && value > 0;

const codecs: Readonly<Record<string, ImageCodec>> = { DCTDecode: 'jpeg', DCT: 'jpeg', JPXDecode: 'jpx' };

/** The codec of the only inner filter. */
function codecOf({ inner }: StreamCoding): ImageCodec | undefined {
  const [filter, ...others] = inner;
  return filter && others.length === 0 ? ownEntry(codecs, filter.name) : undefined;
}

function colourTransformOf({ inner }: StreamCoding): number | undefined {
  const parameters = inner[0]?.parameters;
  return parameters && numberAt(parameters, keys.ColorTransform);
}

function paletteOf(
  { context }: PDFDict,
  { base, lookup, highest }: { base: PDFObject | undefined; lookup: PDFObject | undefined; highest: number },
  account: InflationAccount,
): Palette | undefined {
  const space = colourSpaceOf(context, base);
  if (space?.kind !== 'gray' && space?.kind !== 'rgb') return undefined;
  const components = space.kind === 'gray' ? 1 : 3;
  const colours = lookupBytes(lookup, account);
  const isWhole = colours && highest >= 0 && highest < 256 && colours.length >= (highest + 1) * components;
  return isWhole ? { components, colours } : undefined;
}

function lookupBytes(lookup: PDFObject | undefined, account: InflationAccount): Uint8Array | undefined {
  if (isString(lookup)) return Buffer.from(bytesOf(lookup) ?? '', 'latin1');
  if (!(lookup instanceof PDFRawStream)) return undefined;
  const coding = codingOf(lookup.dict);
  return coding && coding.inner.length === 0 && !coding.prediction
    ? withoutOuterFilters(lookup.contents, coding, account)
    : undefined;
}

function decodingOf(dict: PDFDict): ImageFormat['decoding'] {
  const numbers = listOf(dict.context, dict.get(keys.Decode)).map((item) => {
    const value = resolved(dict.context, item);
    return value instanceof PDFNumber ? value.asNumber() : NaN;
  });
  if (numbers.every((value, index) => value === index % 2)) return 'direct';
  return numbers.every((value, index) => value === 1 - (index % 2)) ? 'inverted' : 'other';
}

/** The colour space under a palette. */
export const baseSpaceOf = (dict: PDFDict): PDFObject | undefined =>
  listOf(dict.context, dict.get(keys.ColorSpace))[1];
