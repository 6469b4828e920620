import { commonBit, rowBytes as bitmapRowBytes } from './ccitt/changing-elements.ts';
import { encodeGroup4 } from './ccitt/group4-encoder.ts';
import { filteredRows, type PlainRows } from './filtered-rows.ts';
import type { BitDepth, FaxData, OpacityPlane, Picture, Rows } from './picture.ts';
import { ColourType } from './png/header.ts';
import { Transparency } from './png/transparency.ts';
import { RowDeflater } from './row-stream.ts';
import { separatedRows } from './separated-rows.ts';

/** Decoded pixels. */
export interface PlainPixels {
  width: number;
  height: number;
  /** Of a pixel, opacity included. */
  samples: number;
  bitDepth: BitDepth;
  /** Whether the last sample is the opacity. Only samples of 8 and 16 bits have one. */
  hasOpacity: boolean;
  /** Whether the samples are indices of a palette; and the opacity of its first colours. */
  isIndexed?: boolean;
  opacities?: Uint8Array | undefined;
  rows: PlainRows;
}

type Compressed = Pick<Picture, 'data' | 'opacity'>;

/** Compresses decoded pixels without loss: those of one bit for facsimile, if that makes them short, and others by zlib. */
export async function compressedPixels(pixels: PlainPixels): Promise<Compressed> {
  const { width, height, samples, bitDepth, hasOpacity, isIndexed, opacities } = pixels;
  const layout = {
    rowBytes: Math.ceil((width * samples * bitDepth) / 8),
    pixelBytes: Math.max(1, (samples * bitDepth) >> 3),
    isPredictable: bitDepth >= 8 && !isIndexed,
  };
  if (samples === 1 && bitDepth === 1 && !opacities) return compressedBits(pixels, layout.rowBytes);
  const filtered = filteredRows(pixels.rows, layout);
  if (hasOpacity && isTranslucent(samples) && (bitDepth === 8 || bitDepth === 16)) {
    return separatedRows(filtered, { width, samples, bitDepth });
  }
  const header = { width, height, bitDepth, colourType: ColourType.palette, isInterlaced: false };
  const opacity = opacities && new Transparency(header, opacities);
  return zlibData(filtered, layout.isPredictable, opacity);
}

const isTranslucent = (samples: number): samples is 2 | 4 | 5 => [2, 4, 5].includes(samples);

async function zlibData(
  rows: AsyncIterable<Buffer>,
  isFiltered: boolean,
  opacity?: Transparency,
): Promise<Compressed> {
  const deflater = new RowDeflater(isFiltered);
  for await (const block of rows) {
    await opacity?.add(block);
    await deflater.add(block);
  }
  const data: Rows = { encoding: 'rows', bytes: await deflater.finish() };
  const plane: OpacityPlane | undefined = await opacity?.finish();
  return { data, opacity: plane };
}

/**
 * Text takes a tenth of its pixels as codes for facsimile, and a third by zlib. Shades that consist of dots take more
 * than all of them.
 */
const faxShare = 0.25;

/** Readers have no longer lines. */
const maxFaxWidth = 65_535;

/** A bit for each pixel is little enough to have all in memory. */
async function compressedBits({ width, height, rows }: PlainPixels, rowBytes: number): Promise<Compressed> {
  const data = new Uint8Array(rowBytes * height);
  let filled = 0;
  for await (const block of rows) {
    data.set(block, filled);
    filled += block.length;
  }
  const bitmap = { width, height, data };
  const white = commonBit(bitmap);
  const limit = Math.ceil(bitmapRowBytes(width) * height * faxShare) + smallBytes;
  const coded = width <= maxFaxWidth ? encodeGroup4(bitmap, white, limit) : undefined;
  if (!coded) return zlibData(filteredRows([data], { rowBytes, pixelBytes: 1, isPredictable: false }), false);
  const fax: FaxData = { encoding: 'fax', bytes: coded, dimensions: 'two', isAligned: false, white };
  return { data: fax };
}

/** In small pictures the code for the end counts. In bytes. */
const smallBytes = 64;
