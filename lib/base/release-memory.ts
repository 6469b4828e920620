import { isMarkedAsUntransferable } from 'node:worker_threads';

/**
 * Frees the memory of a buffer at once and leaves the buffer empty. V8 frees it too, but lets 64 MB of buffers
 * accumulate in each thread before it collects them. The caller must be the only user of the buffer. Node.js's pool of
 * small buffers is left alone.
 */
export function releaseBuffer(buffer: ArrayBufferLike): void {
  const isOwn = buffer instanceof ArrayBuffer && !buffer.detached && !isMarkedAsUntransferable(buffer);
  if (isOwn) buffer.transfer(0);
}

/** Releases the buffer of `bytes` if they fill it. A partly used buffer is left to V8. */
export function releaseBytes(bytes: Uint8Array): void {
  if (bytes.length > 0 && bytes.length === bytes.buffer.byteLength) releaseBuffer(bytes.buffer);
}
