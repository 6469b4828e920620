import { isMarkedAsUntransferable } from 'node:worker_threads';

/**
 * Frees the memory of a buffer at once and leaves the buffer empty. V8 frees it too, but in each thread lets 64 MB of
 * buffers gather before it collects them. Nothing may use the buffer any more. Node's pool of small buffers stays.
 */
export function releaseBuffer(buffer: ArrayBufferLike): void {
  const isOwn = buffer instanceof ArrayBuffer && !buffer.detached && !isMarkedAsUntransferable(buffer);
  if (isOwn) buffer.transfer(0);
}

/** Does so where `bytes` are all of their buffer; what has only a part of one is left to V8. */
export function releaseBytes(bytes: Uint8Array): void {
  if (bytes.length > 0 && bytes.length === bytes.buffer.byteLength) releaseBuffer(bytes.buffer);
}
