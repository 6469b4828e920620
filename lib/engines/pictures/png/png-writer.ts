import { crc32 } from 'node:zlib';
import { inchesPerMetre } from '../picture.ts';
import { RowDeflater } from '../row-stream.ts';
import { suitablyRefiltered } from './suitable-filter.ts';

/** Samples of 8 bits: gray, gray and opacity, red, green and blue, or these and opacity. */
export type PngSamples = 1 | 2 | 3 | 4;

export interface PngLayout {
  width: number;
  height: number;
  samples: PngSamples;
  /** Written if known. */
  dotsPerInch?: number | undefined;
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The types of colour (PNG, 11.2.1), by the number of samples. */
const colourTypes: Readonly<Record<PngSamples, number>> = { 1: 0, 2: 4, 3: 2, 4: 6 };

/** Writes a PNG from blocks of rows, so that memory does not depend on the number of pixels. */
export class PngWriter {
  readonly #layout: PngLayout;
  readonly #deflater = new RowDeflater();

  constructor(layout: PngLayout) {
    this.#layout = layout;
  }

  /** Adds rows from top to bottom, with the filter `none`. The caller must not change them afterwards. */
  async add(rows: Buffer): Promise<void> {
    const { width, samples } = this.#layout;
    await this.#deflater.add(suitablyRefiltered(rows, { rowBytes: width * samples, pixelBytes: samples }));
  }

  /** The file, after all rows. */
  async finish(): Promise<Buffer> {
    const { width, height, samples, dotsPerInch } = this.#layout;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, colourTypes[samples]], 8);
    return Buffer.concat([
      signature,
      ...chunk('IHDR', header),
      ...(dotsPerInch === undefined ? [] : chunk('pHYs', density(dotsPerInch))),
      ...chunk('IDAT', await this.#deflater.finish()),
      ...chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function density(dotsPerInch: number): Buffer {
  const data = Buffer.alloc(9);
  const perMetre = Math.max(1, Math.round(dotsPerInch * inchesPerMetre));
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  data[8] = 1;
  return data;
}

function chunk(type: string, data: Buffer): Buffer[] {
  const start = Buffer.alloc(8);
  start.writeUInt32BE(data.length, 0);
  start.write(type, 4, 'latin1');
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(data, crc32(start.subarray(4))), 0);
  return [start, data, end];
}
