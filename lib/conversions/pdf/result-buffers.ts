import { isMarkedAsUntransferable } from 'node:worker_threads';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';

/** The buffers of results, to transfer instead of copy. Chunks are views of a few large buffers, including those of the inputs. */
export const buffersOf = (files: readonly Pick<ProducedFile<Chunks>, 'content'>[]): ArrayBuffer[] =>
  [...new Set(files.flatMap(({ content }) => content.chunks.map(({ buffer }) => buffer)))].filter(
    (buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer),
  );
