import { zstdDecompressSync } from 'node:zlib';
import type { PackedFrames } from '../../layers/pack-frames.ts';

/** The content of a file that a layer packs in frames. */
export function unpacked(packed: Buffer, { frames }: Pick<PackedFrames, 'frames'>): Buffer {
  let next = 0;
  return Buffer.concat(frames.map((length) => zstdDecompressSync(packed.subarray(next, (next += length)))));
}
