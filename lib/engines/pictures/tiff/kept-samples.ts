import type { TiffPage } from './page.ts';
import { Photometric } from './tags.ts';

/** Samples of a pixel that count: the colours, and the opacity. */
export const keptSamples = ({ colourSamples, opacity }: TiffPage): number =>
  colourSamples + (opacity === 'none' ? 0 : 1);

/** The rows without samples of other meanings, and with black as 0. */
export function* keptRows(page: TiffPage, blocks: Iterable<Uint8Array>): Generator<Uint8Array> {
  const { samples, bitDepth, photometric, opacity } = page;
  const kept = keptSamples(page);
  for (const block of blocks) {
    const rows =
      kept === samples ? block : withoutOthers(block, (samples * bitDepth) / 8, (kept * bitDepth) / 8);
    if (photometric !== Photometric.whiteIsZero) yield rows;
    else yield inverted(rows, opacity === 'none' ? 1 : 2, bitDepth / 8);
  }
}

function withoutOthers(block: Uint8Array, pixelBytes: number, keptBytes: number): Uint8Array {
  const rows = new Uint8Array((block.length / pixelBytes) * keptBytes);
  let to = 0;
  for (let at = 0; at < block.length; at += pixelBytes) {
    for (let byte = 0; byte < keptBytes; byte += 1, to += 1) rows[to] = block[at + byte] as number;
  }
  return rows;
}

/** @param samples the gray and perhaps the opacity, which stays */
function inverted(rows: Uint8Array, samples: number, sampleBytes: number): Uint8Array {
  if (samples === 1) return rows.map((byte) => 255 - byte);
  return rows.map((byte, at) => (Math.floor(at / sampleBytes) % 2 === 0 ? 255 - byte : byte));
}
