import { type PlainPixels, compressedPixels } from '../compressed-pixels.ts';
import { damaged } from '../damaged.ts';
import { profileFor } from '../icc-profile.ts';
import { indexedColours } from '../indexed-colours.ts';
import { depthOf, highestOf, packedIndices } from '../packed-indices.ts';
import type { Colours, Picture } from '../picture.ts';
import type { PictureBudget } from '../picture-budget.ts';
import { colourRows, hasOpacity } from './colour-rows.ts';
import { type BmpHeader, bmpHeader, Coding } from './header.ts';
import { decodeRuns } from './runs.ts';

/**
 * Reads a BMP of Windows or OS/2.
 *
 * @throws InputFault `damaged-document`, also for a file that is cut off; `invalid-file-type` or `file-too-large`
 */
export async function readBmp(file: Uint8Array, budget: PictureBudget): Promise<Picture> {
  const header = bmpHeader(file);
  budget.take(header);
  const { width, height, density, palette, pixelBits } = header;
  const pixels = pixelBits > 8 ? directPixels(header, file) : indexedPixels(header, file);
  const colours: Colours = pixelBits > 8 ? { model: 'rgb' } : indexedColours(palette, pixels.bitDepth);
  return {
    ...{ width, height, orientation: 1, density },
    bitDepth: pixels.bitDepth,
    colours,
    ...(await compressedPixels({ ...pixels, isIndexed: colours.model === 'palette' })),
    profile: profileFor(colours.model === 'gray' ? 1 : 3, header.profile),
  };
}

function directPixels(header: BmpHeader, file: Uint8Array): PlainPixels {
  const { width, height } = header;
  const isTranslucent = hasOpacity(header, storedRows(header, file));
  const samples = isTranslucent ? 4 : 3;
  const rows = colourRows(header, storedRows(header, file), samples);
  return { width, height, samples, bitDepth: 8, hasOpacity: isTranslucent, rows };
}

function indexedPixels(header: BmpHeader, file: Uint8Array): PlainPixels {
  const { width, height, coding, start } = header;
  const layout = { width, height, samples: 1, hasOpacity: false };
  if (coding === Coding.plain) {
    const bitDepth = header.pixelBits === 1 ? 1 : header.pixelBits === 4 ? 4 : 8;
    return { ...layout, bitDepth, rows: storedRows(header, file) };
  }
  const decoded = decodeRuns(file.subarray(start), header);
  const bitDepth = depthOf(highestOf(decoded.bytes));
  return { ...layout, bitDepth, rows: [packedIndices(decoded, bitDepth)] };
}

/** The rows from the top. They are stored with a multiple of four bytes each. */
function* storedRows(
  { width, height, pixelBits, isTopDown, start }: BmpHeader,
  file: Uint8Array,
): Generator<Buffer> {
  const rowBytes = Math.ceil((width * pixelBits) / 8);
  const stride = (rowBytes + 3) & ~3;
  // The padding of the last row may be absent.
  if (start + stride * (height - 1) + rowBytes > file.length) {
    throw damaged('is cut off: the end of the BMP is missing');
  }
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  for (let row = 0; row < height; row += 1) {
    const at = start + (isTopDown ? row : height - 1 - row) * stride;
    yield bytes.subarray(at, at + rowBytes);
  }
}
