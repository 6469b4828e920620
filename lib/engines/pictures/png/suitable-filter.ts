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
  const { rowBytes, pixelBytes, hasAbove = false, isThorough = false } = layout;
  const block: Block = { rows, length: rowBytes, stride: rowBytes, start: 0 };
  const first = hasAbove ? 1 : 0;
  const indices = Array.from({ length: rows.length / rowBytes - first }, (_, index) => first + index);
  return withFilter(
    block,
    indices,
    isPredictable(block, indices, pixelBytes) ? { pixelBytes, isThorough } : {},
  );
}

/** As `suitablyFiltered`, of rows that the filter `none` precedes. They are returned themselves if it suits them. */
export function suitablyRefiltered(rows: Buffer, { rowBytes, pixelBytes }: BlockLayout): Buffer {
  const block: Block = { rows, length: rowBytes, stride: rowBytes + 1, start: 1 };
  const indices = Array.from({ length: rows.length / block.stride }, (_, index) => index);
  return isPredictable(block, indices, pixelBytes) ? withFilter(block, indices, { pixelBytes }) : rows;
}

/** Rows without a filter: `length` bytes each, at `start` and then every `stride` bytes. */
interface Block {
  rows: Uint8Array;
  length: number;
  stride: number;
  start: number;
}

function isPredictable(block: Block, indices: readonly number[], pixelBytes: number): boolean {
  const step = Math.min(sampledRows, indices.length);
  const sample = indices.filter((index) => index % step === step >> 1);
  const sizeOf = (bytes: Buffer): number => deflateSync(bytes, { level: 1 }).length;
  return sizeOf(withFilter(block, sample, { pixelBytes })) < sizeOf(withFilter(block, sample, {}));
}

/** @param pixelBytes without them, no filter */
function withFilter(
  { rows, length, stride, start }: Block,
  indices: readonly number[],
  { pixelBytes, isThorough = false }: { pixelBytes?: number; isThorough?: boolean },
): Buffer {
  const out = Buffer.allocUnsafe(indices.length * (length + 1));
  const filter = isThorough ? filterRowBest : filterRow;
  for (const [at, index] of indices.entries()) {
    const to = at * (length + 1);
    const row = start + index * stride;
    if (pixelBytes !== undefined && index > 0) {
      filter(rows, { row, above: row - stride, length, pixelBytes }, out, to);
    } else {
      out[to] = RowFilter.none;
      out.set(rows.subarray(row, row + length), to + 1);
    }
  }
  return out;
}
