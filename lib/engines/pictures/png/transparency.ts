import type { OpacityPlane } from '../picture.ts';
import { RowDeflater } from '../row-stream.ts';
import { ColourType, type Header, pixelBytes, rowBytes, samplesIn } from './header.ts';
import { RowFilter, undoRowFilter } from './row-filters.ts';
import { sampleAt } from './sample.ts';

const opaque = 0xff;

/**
 * The opacity that a `tRNS` chunk (PNG, 11.3.2.1) gives the pixels of a picture without opacity of its own: that of each
 * colour of the palette, or the one colour that is transparent.
 */
export class Transparency {
  readonly #header: Header;
  readonly #opacityOf: (row: Uint8Array, pixel: number) => number;
  /** The row above, and the current one, without their filters. */
  readonly #rows: Buffer;
  readonly #deflater = new RowDeflater();
  #isOpaque = true;

  constructor(header: Header, data: Uint8Array) {
    this.#header = header;
    this.#rows = Buffer.alloc(2 * rowBytes(header, header.width));
    this.#opacityOf =
      header.colourType === ColourType.palette ? byIndex(header, data) : byColour(header, data);
  }

  /** @param block whole rows, with their filters */
  async add(block: Buffer): Promise<void> {
    const { width } = this.#header;
    const length = this.#rows.length / 2;
    const count = block.length / (length + 1);
    const out = Buffer.allocUnsafe(count * (width + 1));
    for (let row = 0; row < count; row += 1) {
      const current = this.#next(block.subarray(row * (length + 1), (row + 1) * (length + 1)));
      let to = row * (width + 1);
      out[to++] = RowFilter.none;
      for (let pixel = 0; pixel < width; pixel += 1) {
        const opacity = this.#opacityOf(current, pixel);
        this.#isOpaque &&= opacity === opaque;
        out[to++] = opacity;
      }
    }
    await this.#deflater.add(out);
  }

  async finish(): Promise<OpacityPlane | undefined> {
    const bytes = await this.#deflater.finish();
    return this.#isOpaque ? undefined : { bitDepth: 8, data: { encoding: 'rows', bytes } };
  }

  #next(filtered: Uint8Array): Uint8Array {
    const rows = this.#rows;
    const length = rows.length / 2;
    rows.copyWithin(0, length);
    rows.set(filtered.subarray(1), length);
    const filter = filtered[0] as number;
    undoRowFilter(rows, length, length, { filter, above: 0, pixelBytes: pixelBytes(this.#header) });
    return rows.subarray(length);
  }
}

/** Colours without an entry are opaque. */
const byIndex =
  ({ bitDepth }: Header, data: Uint8Array) =>
  (row: Uint8Array, pixel: number): number =>
    data[sampleAt(row, pixel, bitDepth)] ?? opaque;

/** The chunk has two bytes for each sample of the colour. */
function byColour(header: Header, data: Uint8Array): (row: Uint8Array, pixel: number) => number {
  const { bitDepth } = header;
  const samples = samplesIn(header);
  if (data.length < 2 * samples) return () => opaque;
  const colour = Array.from({ length: samples }, (_, sample) => sampleAt(data, sample, 16));
  return (row, pixel) =>
    colour.every((value, sample) => value === sampleAt(row, pixel * samples + sample, bitDepth)) ? 0 : opaque;
}
