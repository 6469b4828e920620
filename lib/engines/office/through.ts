import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What `transform` makes of `source`. Errors of either end the iteration; leaving it early destroys both. */
export async function* through(source: AsyncIterable<Buffer>, transform: Duplex): AsyncGenerator<Buffer> {
  // What goes wrong in here ends the reading below with the same error.
  const fed = pipeline(source, transform).catch(() => undefined);
  try {
    yield* transform as AsyncIterable<Buffer>;
  } finally {
    transform.destroy();
    await fed;
  }
}
