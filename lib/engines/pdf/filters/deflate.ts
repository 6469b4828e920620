import { deflateSync } from 'node:zlib';

/**
 * Compresses `bytes` for FlateDecode, into a buffer of its own that can be released. By default zlib makes pieces of
 * 16 KiB and joins them, and V8 collects all of them later.
 */
export function deflate(bytes: Uint8Array, level: number): Buffer {
  // Deflate adds less than this to what it cannot compress.
  const bound = bytes.length + (bytes.length >> 8) + 64;
  // What is shorter than the pool of small buffers may be a part of it.
  return deflateSync(bytes, { level, chunkSize: Math.max(bound, Buffer.poolSize) });
}
