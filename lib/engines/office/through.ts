import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The output of `transform` for `source`. Errors of either end the iteration; leaving it early destroys both. */
export async function* through(source: AsyncIterable<Buffer>, transform: Duplex): AsyncGenerator<Buffer> {
  // An error in here ends the loop below with the same error.
  const fed = pipeline(source, transform).catch(() => undefined);
  try {
    yield* transform as AsyncIterable<Buffer>;
  } finally {
    transform.destroy();
    await fed;
  }
}
