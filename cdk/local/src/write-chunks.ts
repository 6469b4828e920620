import type { ServerResponse } from 'node:http';

/**
 * Writes chunks no faster than the client reads them. If the client disconnects, iteration ends at the next chunk.
 *
 * @returns false if the client disconnected
 * @throws what the iteration throws
 */
export async function writeChunks(response: ServerResponse, chunks: AsyncIterable<Buffer>): Promise<boolean> {
  response.on('error', () => undefined);
  for await (const chunk of chunks) {
    if (response.destroyed) return false;
    if (!response.write(chunk)) await drained(response);
  }
  return !response.destroyed;
}

/** Settles when more can be written, or nothing can be. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    const settle = () => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
  });
}
