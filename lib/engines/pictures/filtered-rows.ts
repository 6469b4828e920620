import { filterRow, RowFilter } from './png/row-filters.ts';

/** The usual size of a block, in bytes. */
const blockBytes = 256 * 1024;

export interface PlainLayout {
  /** The bytes of a row. */
  rowBytes: number;
  pixelBytes: number;
  /** Whether a predictor helps: it does not where pixels are indices, or parts of a byte. */
  isPredictable: boolean;
}

/** Rows with their filters, block by block, from rows without. */
export function* filteredRows(bytes: Uint8Array, layout: PlainLayout): Generator<Buffer> {
  const { rowBytes: length, pixelBytes, isPredictable } = layout;
  const rows = bytes.length / length;
  const rowsOfBlock = Math.max(1, Math.floor(blockBytes / (length + 1)));
  for (let first = 0; first < rows; first += rowsOfBlock) {
    const count = Math.min(rowsOfBlock, rows - first);
    const block = Buffer.allocUnsafe(count * (length + 1));
    for (let index = 0; index < count; index += 1) {
      const row = (first + index) * length;
      const to = index * (length + 1);
      if (isPredictable) filterRow(bytes, { row, above: row - length, length, pixelBytes }, block, to);
      else {
        block[to] = RowFilter.none;
        block.set(bytes.subarray(row, row + length), to + 1);
      }
    }
    yield block;
  }
}
