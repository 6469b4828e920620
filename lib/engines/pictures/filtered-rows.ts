import { RowFilter } from './png/row-filters.ts';
import { suitablyFiltered } from './png/suitable-filter.ts';

/** The usual size of a block, in bytes. */
const blockBytes = 256 * 1024;

export interface PlainLayout {
  /** The bytes of a row. */
  rowBytes: number;
  pixelBytes: number;
  /** Whether a predictor helps: it does not where pixels are indices, or parts of a byte. */
  isPredictable: boolean;
}

/** Rows of bytes from top to bottom, in blocks of any number of rows. Blocks are valid until the next one. */
export type PlainRows = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Rows with their filters, block by block, from rows without. */
export async function* filteredRows(rows: PlainRows, layout: PlainLayout): AsyncGenerator<Buffer> {
  for await (const block of joinedBlocks(rows, layout.rowBytes)) yield filteredBlock(block, layout);
}

/** Rows after the row above them, if there is one. */
interface Block {
  bytes: Uint8Array;
  hasAbove: boolean;
}

/** Blocks of the usual size from blocks of other sizes. Each block has the last row of the one before it. */
async function* joinedBlocks(rows: PlainRows, rowBytes: number): AsyncGenerator<Block> {
  const most = Math.max(1, Math.floor(blockBytes / rowBytes));
  const bytes = new Uint8Array((1 + most) * rowBytes);
  let hasAbove = false;
  let filled = rowBytes;
  const full = (): Block => ({ bytes: bytes.subarray(hasAbove ? 0 : rowBytes, filled), hasAbove });
  for await (const block of rows) {
    for (let taken = 0; taken < block.length;) {
      const part = block.subarray(taken, taken + bytes.length - filled);
      bytes.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled < bytes.length) continue;
      yield full();
      bytes.copyWithin(0, bytes.length - rowBytes);
      hasAbove = true;
      filled = rowBytes;
    }
  }
  if (filled > rowBytes) yield full();
}

function filteredBlock({ bytes, hasAbove }: Block, layout: PlainLayout): Buffer {
  const { rowBytes: length, pixelBytes, isPredictable } = layout;
  if (isPredictable)
    return suitablyFiltered(bytes, { rowBytes: length, pixelBytes, hasAbove, isThorough: true });
  const first = hasAbove ? length : 0;
  const out = Buffer.allocUnsafe(((bytes.length - first) / length) * (length + 1));
  for (let row = first, to = 0; row < bytes.length; row += length, to += length + 1) {
    out[to] = RowFilter.none;
    out.set(bytes.subarray(row, row + length), to + 1);
  }
  return out;
}
