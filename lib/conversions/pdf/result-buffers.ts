import { isMarkedAsUntransferable } from 'node:worker_threads';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';

/** The buffers of results, to transfer instead of copy. */
export const buffersOf = (files: readonly Pick<ProducedFile<Chunks>, 'content'>[]): ArrayBuffer[] =>
  transferableBuffers(files.flatMap(({ content }) => content.chunks));

/** The buffers under some bytes, each once, without those that cannot be transferred. */
export const transferableBuffers = (parts: readonly Uint8Array[]): ArrayBuffer[] =>
  [...new Set(parts.map(({ buffer }) => buffer))].filter(
    (buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer),
  );
