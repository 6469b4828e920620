import { damaged } from '../damaged.ts';
import { codedData, decodedData } from './coded-data.ts';
import type { TiffPage } from './page.ts';
import { undoDifferences } from './predicted-samples.ts';
import type { TiffAccount } from './tiff-account.ts';

/** Decodes the pixels of a strip or a tile: rows of all samples, of 16 bits with the upper half first. */
export type SegmentDecoder = (index: number, rows: number) => Uint8Array;

/** Decodes segments whose data are no JPEGs. @param samples in each */
export function segmentDecoder(
  file: Uint8Array,
  page: TiffPage,
  samples: number,
  account: TiffAccount,
): SegmentDecoder {
  const { bitDepth, isPredicted, isLittle, segments } = page;
  const rowBytes = Math.ceil((segments.width * samples * bitDepth) / 8);
  return (index, rows) => {
    const mostBytes = rowBytes * segments.height;
    account.decoded(mostBytes);
    const data = codedData(file, page, index, account);
    const expected = { width: segments.width, rows, bytes: rowBytes * rows, mostBytes };
    const bytes = decodedData(data, page, expected);
    const isSwapped = isLittle && bitDepth === 16;
    if (!isSwapped && !isPredicted) return bytes;
    const own = Buffer.from(bytes);
    if (isSwapped) own.swap16();
    if (isPredicted && bitDepth >= 8) {
      undoDifferences(own, { rowBytes, samples, bitDepth: bitDepth === 16 ? 16 : 8 });
    }
    return own;
  };
}

/** The rows of a page with all samples, in blocks as high as a strip or a tile. */
export function* plainRows(page: TiffPage, decode: SegmentDecoder): Generator<Uint8Array> {
  const { height, segments } = page;
  for (let down = 0; down < segments.down; down += 1) {
    const rows = Math.min(segments.height, height - down * segments.height);
    const planes = segments.isPlanar ? page.samples : 1;
    const blocks = Array.from({ length: planes }, (_, plane) =>
      joinedTiles(page, rows, (across) =>
        decode((plane * segments.down + down) * segments.across + across, rows),
      ),
    );
    yield planes === 1 ? (blocks[0] as Uint8Array) : interleaved(blocks, page.bitDepth / 8);
  }
}

/** A row of tiles, without what is to the right of the picture. */
function joinedTiles(page: TiffPage, rows: number, tile: (across: number) => Uint8Array): Uint8Array {
  const { width, bitDepth, segments } = page;
  if (segments.across === 1 && segments.width === width) return tile(0);
  const pixelBits = bitDepth * (segments.isPlanar ? 1 : page.samples);
  const [rowBytes, tileBytes] = [Math.ceil((width * pixelBits) / 8), (segments.width * pixelBits) / 8];
  if (!Number.isInteger(tileBytes)) throw damaged('has TIFF tiles of an invalid width');
  const joined = new Uint8Array(rowBytes * rows);
  for (let across = 0; across < segments.across; across += 1) {
    const bytes = tile(across);
    const left = across * tileBytes;
    const length = Math.min(tileBytes, rowBytes - left);
    for (let row = 0; row < rows; row += 1) {
      joined.set(bytes.subarray(row * tileBytes, row * tileBytes + length), row * rowBytes + left);
    }
  }
  return joined;
}

function interleaved(planes: readonly Uint8Array[], sampleBytes: number): Uint8Array {
  const joined = new Uint8Array(planes.reduce((sum, { length }) => sum + length, 0));
  for (const [plane, bytes] of planes.entries()) {
    let to = plane * sampleBytes;
    for (let at = 0; at < bytes.length; at += sampleBytes, to += planes.length * sampleBytes) {
      for (let byte = 0; byte < sampleBytes; byte += 1) joined[to + byte] = bytes[at + byte] as number;
    }
  }
  return joined;
}
