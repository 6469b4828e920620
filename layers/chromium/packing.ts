import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

/** `manifest.json` beside `chromium.zst`: how to unpack it, and the size in bytes and hash of the result. */
export interface BrowserManifest {
  readonly size: number;
  readonly sha256: string;
  /** Unpacked bytes of each frame except the last, which holds the remainder. */
  readonly frameSize: number;
  /** Packed bytes of each frame, in order. */
  readonly frames: readonly number[];
}

/**
 * Cold starts wait for the unpacking, so the smallest form is not the best. Milliseconds to unpack and write 209 MB
 * with Node 24 on two cores, and packed size:
 *
 * - as in the package (brotli, one stream)               1230 ms, 67 MB
 * - zstd 19, one stream                                   680 ms, 70 MB
 * - zstd 9, one stream                                    410 ms, 79 MB
 * - zstd 9, 64 frames, two or three unpacked at a time    280 ms, 81 MB
 * - zstd 1, the same                                      260 ms, 99 MB
 */
const level = 9;

/** 3.3 MB in 64 frames: enough for threads to share, and each frame fits in one thread's buffers. */
const frameSize = 3200 * 1024;

/** Packs the browser as consecutive independent zstd frames, which any zstd unpacks as one file. */
export async function packBrowser(browser: Buffer): Promise<{ packed: Buffer; manifest: BrowserManifest }> {
  const compress = promisify(zstdCompress);
  const frames = await Promise.all(
    Array.from({ length: Math.ceil(browser.length / frameSize) }, (_, index) =>
      compress(browser.subarray(index * frameSize, (index + 1) * frameSize), {
        params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
      }),
    ),
  );
  return {
    packed: Buffer.concat(frames),
    manifest: {
      size: browser.length,
      sha256: createHash('sha256').update(browser).digest('hex'),
      frameSize,
      frames: frames.map(({ length }) => length),
    },
  };
}
