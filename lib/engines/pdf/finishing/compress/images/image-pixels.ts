import { InputFault } from '../../../../../base/input-fault.ts';
import { frameOf, isFrame } from '../../../../pictures/jpeg/frame.ts';
import { Marker, segmentsOf } from '../../../../pictures/jpeg/segments.ts';
import type { JpegCodec } from '../../../../pictures/jpeg/codec.ts';
import type { JpxDecoder } from '../../../../pictures/jpx/decoder.ts';
import { jpxHeaderOf } from '../../../../pictures/jpx/header.ts';
import type { PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import { withoutPrediction } from '../prediction.ts';
import { withoutOuterFilters } from '../stream-coding.ts';
import type { ImageFormat } from './image-format.ts';
import type { Pixels } from './resample.ts';

/** What decodes images. */
export interface ImageTools {
  account: InflationAccount;
  jpeg: JpegCodec;
  jpx: JpxDecoder;
}

/** The pixels of an image; undefined if its data are damaged, too long, or not what the dictionary says. */
export function pixelsOf(
  { contents }: PDFRawStream,
  format: ImageFormat,
  { account, jpeg, jpx }: ImageTools,
): Pixels | undefined {
  const data = withoutOuterFilters(contents, format.coding, account);
  if (!data) return undefined;
  if (format.codec === 'jpeg') return hasFrame(data, format) ? jpegPixels(data, format, jpeg) : undefined;
  if (format.codec === 'jpx') return jpxPixels(data, format, jpx);
  const samples = withoutPrediction(data, format.coding);
  const { width, height, bits, components, palette } = format;
  const rowBytes = Math.ceil((width * components * bits) / 8);
  // Some writers add a line break.
  if (!samples || samples.length < rowBytes * height || samples.length > rowBytes * height + 2)
    return undefined;
  if (palette) return coloursOf(samples, format, palette);
  // Of 16 bits the first 8 are enough for a screen.
  const stride = bits === 16 ? 2 : 1;
  const bytes = stride === 1 ? samples : everySecond(samples);
  return { width, height, components, stride: components, data: bytes };
}

function everySecond(samples: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(samples.length >> 1);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = samples[2 * at] as number;
  return bytes;
}

/** The colours of indices, which are packed in bytes row by row. Indices past the palette have its last colour. */
function coloursOf(
  samples: Uint8Array,
  { width, height, bits }: ImageFormat,
  { components, colours }: NonNullable<ImageFormat['palette']>,
): Pixels {
  const data = new Uint8Array(width * height * components);
  const rowBytes = Math.ceil((width * bits) / 8);
  const perByte = 8 / bits;
  const mask = (1 << bits) - 1;
  const last = Math.floor(colours.length / components) - 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const byte = samples[y * rowBytes + Math.floor(x / perByte)] as number;
      const index = Math.min(last, (byte >> (8 - bits * ((x % perByte) + 1))) & mask);
      const at = (y * width + x) * components;
      for (let component = 0; component < components; component += 1) {
        data[at + component] = colours[index * components + component] as number;
      }
    }
  }
  return { width, height, components, stride: components, data };
}

/** A progressive JPEG has about ten. Each costs a pass over all pixels. */
const maxScans = 64;

/** One to four samples across and along (ITU-T T.81, B.2.2). */
const isSampling = (byte: number): boolean => [byte >> 4, byte & 15].every((half) => half >= 1 && half <= 4);

/** Whether JPEG data are whole, and have the size and the components of the image. The decoder takes memory by them. */
function hasFrame(data: Uint8Array, { width, height, components }: ImageFormat): boolean {
  let isSame = false;
  let scans = 0;
  try {
    for (const { marker, data: header } of segmentsOf(data)) {
      if (marker === Marker.startOfScan) scans += 1;
      if (!isFrame(marker)) continue;
      const frame = frameOf(marker, header);
      isSame =
        frame.width === width &&
        frame.height === height &&
        frame.components.length === components &&
        frame.samplings.every(isSampling);
      if (!isSame) return false;
    }
    return isSame && scans <= maxScans;
  } catch (error) {
    if (error instanceof InputFault) return false;
    throw error;
  }
}

function jpegPixels(
  data: Uint8Array,
  { components, colourTransform }: ImageFormat,
  jpeg: JpegCodec,
): Pixels | undefined {
  const decoded = components === 4 ? jpeg.decodeInks(data, colourTransform) : jpeg.decode(data);
  return decoded && { ...decoded, components, stride: 4 };
}

function jpxPixels(
  data: Uint8Array,
  { width, height, components }: ImageFormat,
  jpx: JpxDecoder,
): Pixels | undefined {
  const header = jpxHeaderOf(data);
  const isSame = header?.width === width && header.height === height && header.components === components;
  const decoded = isSame ? jpx.decode(data) : undefined;
  return decoded && { ...decoded, stride: components };
}
