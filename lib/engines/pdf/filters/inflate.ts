import { constants, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { OutputLimitError } from './output-limit.ts';

/** Inflated bytes, and whether the data were damaged. */
export interface Inflated {
  bytes: Uint8Array;
  damaged: boolean;
}

/** The size of the zlib header, which raw deflate data lack. */
const headerBytes = 2;

/**
 * Decodes FlateDecode data. Of truncated or corrupt data the readable part is returned, as viewers do.
 *
 * @throws OutputLimitError past `limit` bytes
 */
export function inflate(data: Uint8Array, limit: number): Inflated {
  if (limit <= 0) throw new OutputLimitError();
  try {
    return { bytes: inflateSync(data, optionsFor(limit, wholeChunk(data.length))), damaged: false };
  } catch (error) {
    throwIfTooLarge(error);
    const readable = inflateReadable(data.subarray(headerBytes), optionsFor(limit, triedChunk));
    return { bytes: readable, damaged: true };
  }
}

/** The longest output of raw data, which have no checksum. A readable prefix is found by bisection. */
function inflateReadable(data: Uint8Array, options: ZlibOptions): Uint8Array {
  const whole = inflatePrefix(data, data.length, options);
  if (whole) return whole;
  let readable = 0;
  let unreadable = data.length;
  let best: Uint8Array = new Uint8Array(0);
  while (unreadable - readable > 1) {
    const middle = (readable + unreadable) >> 1;
    const bytes = inflatePrefix(data, middle, options);
    if (bytes) {
      readable = middle;
      best = bytes;
    } else unreadable = middle;
  }
  return best;
}

function inflatePrefix(data: Uint8Array, length: number, options: ZlibOptions): Uint8Array | undefined {
  try {
    return inflateRawSync(data.subarray(0, length), options);
  } catch (error) {
    throwIfTooLarge(error);
    return undefined;
  }
}

/** With the default of 16 KiB, large streams become many small buffers. */
const wholeChunk = (length: number): number => Math.min(1024 * 1024, Math.max(16 * 1024, length * 4));

/** A failed call holds its last buffer until the event loop turns, which can be thousands of attempts later. */
const triedChunk = 4 * 1024;

const optionsFor = (limit: number, chunkSize: number): ZlibOptions => ({
  maxOutputLength: limit,
  // Truncated data are not an error.
  finishFlush: constants.Z_SYNC_FLUSH,
  chunkSize,
});

function throwIfTooLarge(error: unknown): void {
  if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
    throw new OutputLimitError();
  }
}
