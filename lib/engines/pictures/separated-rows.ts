import type { OpacityPlane, Rows } from './picture.ts';
import { RowFilter } from './png/row-filters.ts';
import { RowDeflater } from './row-stream.ts';

/** Pixels whose last sample is their opacity. */
export interface TranslucentLayout {
  /** Pixels in a row. */
  width: number;
  /** Gray, red, green and blue, or four inks; and opacity. */
  samples: 2 | 4 | 5;
  bitDepth: 8 | 16;
}

/** The bytes of a row, with its filter. */
interface RowBytes {
  all: number;
  colours: number;
  opacity: number;
}

/**
 * Separates opacity from colours. Filters of rows work on each sample by itself, so filtered rows are separated as they
 * are: only the opacity is read, to leave it out if all pixels are opaque.
 *
 * @param blocks whole rows, with their filters
 */
export async function separatedRows(
  blocks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { width, samples, bitDepth }: TranslucentLayout,
): Promise<{ data: Rows; opacity: OpacityPlane | undefined }> {
  const opacityBytes = bitDepth / 8;
  const pixelBytes = samples * opacityBytes;
  const lengths: RowBytes = {
    all: 1 + width * pixelBytes,
    colours: 1 + width * (pixelBytes - opacityBytes),
    opacity: 1 + width * opacityBytes,
  };
  const colours = new RowDeflater();
  let opacity: RowDeflater | undefined;
  let opaqueRows = 0;
  for await (const block of blocks) {
    const rows = block.length / lengths.all;
    const colourRows = Buffer.allocUnsafe(rows * lengths.colours);
    takeSamples(
      block,
      { length: lengths.all, pixelBytes, first: 0, bytes: pixelBytes - opacityBytes },
      colourRows,
    );
    await colours.add(colourRows);
    const opaque = opacity
      ? 0
      : leadingOpaqueRows(block, lengths.all, { pixelBytes, opacityBytes }, opaqueRows);
    opaqueRows += opaque;
    if (opaque === rows) continue;
    if (!opacity) {
      opacity = new RowDeflater();
      await addOpaqueRows(opacity, opaqueRows, lengths.opacity);
    }
    const opacityRows = Buffer.allocUnsafe((rows - opaque) * lengths.opacity);
    const layout = { length: lengths.all, pixelBytes, first: pixelBytes - opacityBytes, bytes: opacityBytes };
    takeSamples(block.subarray(opaque * lengths.all), layout, opacityRows);
    await opacity.add(opacityRows);
  }
  const data: Rows = { encoding: 'rows', bytes: await colours.finish() };
  if (!opacity) return { data, opacity: undefined };
  return { data, opacity: { bitDepth, data: { encoding: 'rows', bytes: await opacity.finish() } } };
}

/** Which of the bytes of a pixel are taken. */
interface TakenBytes {
  /** Of a row, with its filter. */
  length: number;
  pixelBytes: number;
  first: number;
  bytes: number;
}

/** Copies some of the bytes of each pixel, and the filters of the rows. */
function takeSamples(block: Buffer, { length, pixelBytes, first, bytes }: TakenBytes, out: Buffer): void {
  for (let row = 0, to = 0; row < block.length; row += length) {
    out[to++] = block[row] as number;
    const end = row + length;
    if (bytes === 3) {
      for (let from = row + 1 + first; from < end; from += pixelBytes, to += 3) {
        out[to] = block[from] as number;
        out[to + 1] = block[from + 1] as number;
        out[to + 2] = block[from + 2] as number;
      }
    } else {
      for (let pixel = row + 1 + first; pixel < end; pixel += pixelBytes)
        for (let from = pixel; from < pixel + bytes; from += 1) out[to++] = block[from] as number;
    }
  }
}

/** Bytes of opacity in rows that are opaque, below rows that are: of the first pixel, and of the others. */
const filteredOpaque = new Map<number, readonly [first: number, others: number]>([
  [RowFilter.none, [0xff, 0xff]],
  [RowFilter.sub, [0xff, 0]],
  [RowFilter.up, [0, 0]],
  [RowFilter.average, [0x80, 0]],
  [RowFilter.paeth, [0, 0]],
]);

/** The same for the first row, above which everything is 0. */
const filteredOpaqueFirst = new Map<number, readonly [first: number, others: number]>([
  [RowFilter.none, [0xff, 0xff]],
  [RowFilter.sub, [0xff, 0]],
  [RowFilter.up, [0xff, 0xff]],
  [RowFilter.average, [0xff, 0x80]],
  [RowFilter.paeth, [0xff, 0]],
]);

/**
 * The number of rows at the start of the block whose pixels are all opaque.
 *
 * @param above the number of rows above the block, which are opaque
 */
function leadingOpaqueRows(
  block: Buffer,
  length: number,
  { pixelBytes, opacityBytes }: { pixelBytes: number; opacityBytes: number },
  above: number,
): number {
  const rows = block.length / length;
  for (let row = 0; row < rows; row += 1) {
    const start = row * length;
    const expected = (above + row === 0 ? filteredOpaqueFirst : filteredOpaque).get(block[start] as number);
    if (!expected) return row;
    let [wanted] = expected;
    for (let pixel = start + 1; pixel < start + length; pixel += pixelBytes) {
      for (let at = pixel + pixelBytes - opacityBytes; at < pixel + pixelBytes; at += 1)
        if (block[at] !== wanted) return row;
      wanted = expected[1];
    }
  }
  return rows;
}

/** The usual size of a block, in bytes. */
const blockBytes = 256 * 1024;

async function addOpaqueRows(opacity: RowDeflater, count: number, length: number): Promise<void> {
  const most = Math.max(1, Math.floor(blockBytes / length));
  const rows = Buffer.alloc(Math.min(most, count) * length, 0xff);
  for (let row = 0; row < rows.length; row += length) rows[row] = RowFilter.none;
  for (let left = count; left > 0; left -= most)
    await opacity.add(rows.subarray(0, Math.min(most, left) * length));
}
