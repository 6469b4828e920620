import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

/** How to unpack a packed file, and the size in bytes and hash of the result. */
export interface PackedFrames {
  readonly size: number;
  readonly sha256: string;
  /** Unpacked bytes of each frame except the last, which holds the remainder. */
  readonly frameSize: number;
  /** Packed bytes of each frame, in order. */
  readonly frames: readonly number[];
}

/**
 * Cold starts wait for the unpacking, so the smallest form is not the best. Milliseconds to unpack and write Chromium's
 * 209 MB with Node 24 on two cores, and packed size:
 *
 * - as in its package (brotli, one stream)               1230 ms, 67 MB
 * - zstd 19, one stream                                   680 ms, 70 MB
 * - zstd 9, one stream                                    410 ms, 79 MB
 * - zstd 9, 64 frames, two or three unpacked at a time    280 ms, 81 MB
 * - zstd 1, the same                                      260 ms, 99 MB
 */
const level = 9;

/** Enough frames for threads to share, and each fits in one thread's buffers. */
const frameSize = 3200 * 1024;

/** Packs a file as consecutive independent zstd frames, which any zstd unpacks as one file. */
export async function packFrames(file: Buffer): Promise<{ packed: Buffer; manifest: PackedFrames }> {
  const compress = promisify(zstdCompress);
  const frames = await Promise.all(
    Array.from({ length: Math.ceil(file.length / frameSize) }, (_, index) =>
      compress(file.subarray(index * frameSize, (index + 1) * frameSize), {
        params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
      }),
    ),
  );
  return {
    packed: Buffer.concat(frames),
    manifest: {
      size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      frameSize,
      frames: frames.map(({ length }) => length),
    },
  };
}
