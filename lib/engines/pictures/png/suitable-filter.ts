import { deflateSync } from 'node:zlib';
import { filterRow, filterRowBest, RowFilter } from './row-filters.ts';

/** Of each so many rows, one shows which filter suits a block. */
const sampledRows = 16;

export interface BlockLayout {
  rowBytes: number;
  pixelBytes: number;
  /** Whether the first row of the block is that above, and not written. */
  hasAbove?: boolean;
  /** Whether each row may have another predictor. */
  isThorough?: boolean;
}

/**
 * Rows with the filter that makes them smaller: none for text and drawings, whose rows repeat, a predictor for photos.
 * Rows that are sampled decide it for the block.
 */
export function suitablyFiltered(rows: Uint8Array, layout: BlockLayout): Buffer {
  const { rowBytes: length, pixelBytes, hasAbove = false, isThorough = false } = layout;
  const first = hasAbove ? 1 : 0;
  const indices = Array.from({ length: rows.length / length - first }, (_, index) => first + index);
  const step = Math.min(sampledRows, indices.length);
  const sample = indices.filter((index) => index % step === step >> 1);
  const plain = withFilter(rows, sample, { length });
  const predicted = withFilter(rows, sample, { length, pixelBytes });
  const sizeOf = (bytes: Buffer): number => deflateSync(bytes, { level: 1 }).length;
  const isPredicted = sizeOf(predicted) < sizeOf(plain);
  return withFilter(rows, indices, isPredicted ? { length, pixelBytes, isThorough } : { length });
}

/** @param pixelBytes without them, no filter */
function withFilter(
  rows: Uint8Array,
  indices: readonly number[],
  { length, pixelBytes, isThorough = false }: { length: number; pixelBytes?: number; isThorough?: boolean },
): Buffer {
  const out = Buffer.allocUnsafe(indices.length * (length + 1));
  const filter = isThorough ? filterRowBest : filterRow;
  for (const [at, index] of indices.entries()) {
    const to = at * (length + 1);
    const row = index * length;
    if (pixelBytes !== undefined && index > 0) {
      filter(rows, { row, above: row - length, length, pixelBytes }, out, to);
    } else {
      out[to] = RowFilter.none;
      out.set(rows.subarray(row, row + length), to + 1);
    }
  }
  return out;
}
