import { InputFault } from '../../../base/input-fault.ts';
import { filteredRows } from '../filtered-rows.ts';
import { inflatedRows } from '../row-stream.ts';
import { ColourType, type Header, pixelBytes, rowBytes } from './header.ts';
import { undoRowFilter } from './row-filters.ts';
import { sampleAt } from './sample.ts';

const MiB = 1024 * 1024;

/** The pixels of an interlaced picture are in memory all at once. */
const maxBytes = 128 * MiB;

/** The passes of Adam7 (PNG, 8.2): the first pixel and the steps. */
const passes = [
  { x: 0, y: 0, right: 8, down: 8 },
  { x: 4, y: 0, right: 8, down: 8 },
  { x: 0, y: 4, right: 4, down: 8 },
  { x: 2, y: 0, right: 4, down: 4 },
  { x: 0, y: 2, right: 2, down: 4 },
  { x: 1, y: 0, right: 2, down: 2 },
  { x: 0, y: 1, right: 1, down: 2 },
] as const;

/**
 * The rows of an interlaced picture from top to bottom, with filters, block by block.
 *
 * @throws InputFault `damaged-document`, or `file-too-large`
 */
export async function* interlacedRows(header: Header, data: readonly Uint8Array[]): AsyncGenerator<Buffer> {
  const { width, height, bitDepth, colourType } = header;
  const length = rowBytes(header, width);
  if (length * height > maxBytes) {
    throw new InputFault(
      'file-too-large',
      `is an interlaced PNG with more than ${maxBytes / MiB} MiB of pixels`,
    );
  }
  const pixels = Buffer.alloc(length * height);
  for await (const all of inflatedRows(data, { bytes: bytesOfPasses(header), rows: 1 })) {
    spreadPasses(header, all, pixels);
  }
  const isPredictable = bitDepth >= 8 && colourType !== ColourType.palette;
  yield* filteredRows([pixels], { rowBytes: length, pixelBytes: pixelBytes(header), isPredictable });
}

/** Passes without pixels have no rows. */
const passesOf = ({ width, height }: Header) =>
  passes
    .map((pass) => ({
      ...pass,
      width: Math.ceil((width - pass.x) / pass.right),
      height: Math.ceil((height - pass.y) / pass.down),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0);

const bytesOfPasses = (header: Header): number =>
  passesOf(header).reduce((sum, { width, height }) => sum + (1 + rowBytes(header, width)) * height, 0);

function spreadPasses(header: Header, all: Buffer, pixels: Buffer): void {
  const length = rowBytes(header, header.width);
  const place = header.bitDepth < 8 ? placeBits : placeBytes;
  let at = 0;
  for (const pass of passesOf(header)) {
    const passBytes = rowBytes(header, pass.width);
    for (let row = 0; row < pass.height; row += 1) {
      const filter = all[at] as number;
      const above = row === 0 ? -1 : at - passBytes;
      undoRowFilter(all, at + 1, passBytes, { filter, above, pixelBytes: pixelBytes(header) });
      const to = (pass.y + row * pass.down) * length;
      place(header, all.subarray(at + 1, at + 1 + passBytes), pass, pixels.subarray(to, to + length));
      at += 1 + passBytes;
    }
  }
}

type Pass = ReturnType<typeof passesOf>[number];

function placeBytes(header: Header, from: Uint8Array, { x, right, width }: Pass, to: Uint8Array): void {
  const bytes = pixelBytes(header);
  for (let pixel = 0; pixel < width; pixel += 1) {
    const target = (x + pixel * right) * bytes;
    for (let byte = 0; byte < bytes; byte += 1) to[target + byte] = from[pixel * bytes + byte] as number;
  }
}

/** Pixels of less than a byte have one sample. */
function placeBits({ bitDepth }: Header, from: Uint8Array, { x, right, width }: Pass, to: Uint8Array): void {
  for (let pixel = 0; pixel < width; pixel += 1) {
    const target = (x + pixel * right) * bitDepth;
    const shift = 8 - bitDepth - (target & 7);
    to[target >> 3] = (to[target >> 3] as number) | (sampleAt(from, pixel, bitDepth) << shift);
  }
}
