import { deflateSync } from 'node:zlib';
import { png, pngChunk, pngHeader, type PngHeader } from './png.ts';

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Gives each sample of a picture. */
export type Sample = (x: number, y: number, sample: number) => number;

const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The filters of PNG, written once more: tests must not use the code that they test. */
const predictors = [
  () => 0,
  (left: number) => left,
  (_left: number, up: number) => up,
  (left: number, up: number) => Math.floor((left + up) / 2),
  (left: number, up: number, corner: number) => {
    const distances = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
    return [left, up, corner][distances.indexOf(Math.min(...distances))] as number;
  },
] as const;

/** A PNG whose rows use all filters, in several `IDAT` chunks. `chunks` come before its data. */
export function encodePng(header: PngHeader, sample: Sample, ...chunks: readonly Buffer[]): Buffer {
  const data = deflateSync(header.interlace === 1 ? interlaced(header, sample) : rowsOf(header, sample));
  const cut = Math.ceil(data.length / 3);
  const pieces = [0, 1, 2].map((piece) => data.subarray(piece * cut, (piece + 1) * cut));
  return png(pngHeader(header), ...chunks, ...pieces.map((piece) => pngChunk('IDAT', piece)));
}

function interlaced({ width, height, ...header }: PngHeader, sample: Sample): Buffer {
  const parts = passes.map(([x, y, right, down]) => {
    const size = { width: Math.ceil((width - x) / right), height: Math.ceil((height - y) / down) };
    if (size.width <= 0 || size.height <= 0) return Buffer.alloc(0);
    return rowsOf({ ...header, ...size }, (column, row, which) =>
      sample(x + column * right, y + row * down, which),
    );
  });
  return Buffer.concat(parts);
}

function rowsOf({ width, height, bitDepth, colourType }: PngHeader, sample: Sample): Buffer {
  const samples = samplesOf[colourType] ?? 0;
  const length = Math.ceil((width * samples * bitDepth) / 8);
  const distance = Math.max(1, (samples * bitDepth) / 8);
  let above: Buffer = Buffer.alloc(length);
  const rows: Buffer[] = [];
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.alloc(length);
    for (let index = 0; index < width * samples; index += 1) {
      const value = sample(Math.floor(index / samples), y, index % samples);
      if (bitDepth === 16) row.writeUInt16BE(value, 2 * index);
      else {
        const bit = index * bitDepth;
        row[bit >> 3] = (row[bit >> 3] ?? 0) | (value << (8 - bitDepth - (bit & 7)));
      }
    }
    const filter = y % predictors.length;
    rows.push(Buffer.of(filter), filtered(row, above, { filter, distance }));
    above = row;
  }
  return Buffer.concat(rows);
}

const filtered = (
  row: Buffer,
  above: Buffer,
  { filter, distance }: { filter: number; distance: number },
): Buffer =>
  row.map((byte, at) => {
    const before = at - distance;
    const [left, corner] = before < 0 ? [0, 0] : [row[before] ?? 0, above[before] ?? 0];
    return byte - (predictors[filter]?.(left, above[at] ?? 0, corner) ?? 0);
  }) as Buffer;
