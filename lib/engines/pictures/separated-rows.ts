import type { OpacityPlane, Rows } from './picture.ts';
import { undoRowFilter } from './png/row-filters.ts';
import { RowDeflater } from './row-stream.ts';

/** Pixels whose last sample is their opacity. */
export interface TranslucentLayout {
  /** Pixels in a row. */
  width: number;
  /** Gray, red, green and blue, or four inks; and opacity. */
  samples: 2 | 4 | 5;
  bitDepth: 8 | 16;
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
  const colourBytes = (samples - 1) * opacityBytes;
  const lengths = {
    all: 1 + width * (colourBytes + opacityBytes),
    colours: 1 + width * colourBytes,
    opacity: 1 + width * opacityBytes,
  };
  const [colours, opacity] = [new RowDeflater(), new RowDeflater()];
  const check = new OpacityCheck(lengths.opacity - 1, opacityBytes);
  for await (const block of blocks) {
    const rows = block.length / lengths.all;
    const colourRows = Buffer.allocUnsafe(rows * lengths.colours);
    const opacityRows = Buffer.allocUnsafe(rows * lengths.opacity);
    for (let row = 0; row < rows; row += 1) {
      let from = row * lengths.all;
      let colour = row * lengths.colours;
      let alpha = row * lengths.opacity;
      const filter = block[from++] as number;
      colourRows[colour++] = filter;
      opacityRows[alpha++] = filter;
      for (let pixel = 0; pixel < width; pixel += 1) {
        for (let byte = 0; byte < colourBytes; byte += 1) colourRows[colour++] = block[from++] as number;
        for (let byte = 0; byte < opacityBytes; byte += 1) opacityRows[alpha++] = block[from++] as number;
      }
      check.row(filter, opacityRows.subarray(alpha - width * opacityBytes, alpha));
    }
    await colours.add(colourRows);
    await opacity.add(opacityRows);
  }
  const data: Rows = { encoding: 'rows', bytes: await colours.finish() };
  const mask: Rows = { encoding: 'rows', bytes: await opacity.finish() };
  return { data, opacity: check.isOpaque ? undefined : { bitDepth, data: mask } };
}

/** Finds out whether all pixels are opaque. */
class OpacityCheck {
  isOpaque = true;
  readonly #length: number;
  readonly #pixelBytes: number;
  /** The row above, and the current one. */
  readonly #rows: Buffer;

  constructor(length: number, pixelBytes: number) {
    this.#length = length;
    this.#pixelBytes = pixelBytes;
    this.#rows = Buffer.alloc(2 * length);
  }

  row(filter: number, filtered: Uint8Array): void {
    if (!this.isOpaque) return;
    const rows = this.#rows;
    rows.set(filtered, this.#length);
    undoRowFilter(rows, this.#length, this.#length, { filter, above: 0, pixelBytes: this.#pixelBytes });
    rows.copyWithin(0, this.#length);
    for (let at = 0; at < this.#length && this.isOpaque; at += 1) this.isOpaque = rows[at] === 0xff;
  }
}
