import type { BmpHeader } from './header.ts';

/** The usual size of a block, in bytes. */
const blockBytes = 256 * 1024;

/** A mask as the steps that take its sample out of a pixel. */
interface Extraction {
  mask: number;
  shift: number;
  /** The highest value of the sample. */
  full: number;
}

function extractionOf(mask: number): Extraction {
  if (mask === 0) return { mask: 0, shift: 0, full: 1 };
  const shift = 31 - Math.clz32(mask & -mask);
  return { mask, shift, full: mask >>> shift };
}

/** Whether any pixel has an opacity: some programs reserve bits for it and leave them 0. */
export function hasOpacity(header: BmpHeader, rows: Iterable<Buffer>): boolean {
  const { pixelBits, masks } = header;
  if (masks[3] === 0) return false;
  const bytes = pixelBits >> 3;
  for (const row of rows) {
    for (let at = 0; at + bytes <= row.length; at += bytes)
      if ((row.readUIntLE(at, bytes) & masks[3]) !== 0) return true;
  }
  return false;
}

/** Rows of 8 bits for each sample: red, green, blue, and opacity if it counts. */
export function* colourRows(
  { width, pixelBits, masks }: BmpHeader,
  rows: Iterable<Buffer>,
  samples: 3 | 4,
): Generator<Uint8Array> {
  const extractions = masks.slice(0, samples).map(extractionOf);
  const isSimple = pixelBits === 24;
  const pixelBytes = pixelBits >> 3;
  const rowBytes = width * samples;
  const block = new Uint8Array(Math.max(1, Math.floor(blockBytes / rowBytes)) * rowBytes);
  let to = 0;
  for (const row of rows) {
    for (let pixel = 0, at = 0; pixel < width; pixel += 1, at += pixelBytes, to += samples) {
      if (isSimple) {
        block[to] = row[at + 2] as number;
        block[to + 1] = row[at + 1] as number;
        block[to + 2] = row[at] as number;
        continue;
      }
      const value = pixelBytes === 2 ? row.readUInt16LE(at) : row.readUInt32LE(at);
      for (let sample = 0; sample < samples; sample += 1) {
        const { mask, shift, full } = extractions[sample] as Extraction;
        block[to + sample] = Math.round((((value & mask) >>> shift) * 255) / full);
      }
    }
    if (to < block.length) continue;
    yield block;
    to = 0;
  }
  if (to > 0) yield block.subarray(0, to);
}
