import type { IncomingMessage } from 'node:http';

/** How much of a rejected body is read so that the client can finish sending and sees the response. */
const politeBytes = 64 * 1024 * 1024;
const politeMilliseconds = 10_000;

/**
 * Reads a request's body.
 *
 * @param limit In bytes.
 * @returns the body in the pieces in which it arrived; undefined as soon as it is known to be longer than the limit. The
 *   rest is then discarded while the caller responds.
 * @throws {Error} if the client goes away before the end.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer[] | undefined> {
  const declared = Number(request.headers['content-length'] ?? NaN);
  if (declared > limit) {
    discard(request);
    return undefined;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off('data', onData);
      discard(request);
      resolve(undefined);
    };
    request.on('data', onData);
    request.once('end', () => resolve(chunks));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The client went away before the end of its request.')));
  });
}

/**
 * Lets a client that is still sending finish, since most only then look at the response, and hangs up on those that
 * would go on for too long.
 */
function discard(request: IncomingMessage): void {
  let length = 0;
  const timer = setTimeout(() => request.destroy(), politeMilliseconds).unref();
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > politeBytes) request.destroy();
  });
  request.on('error', () => undefined);
  request.once('close', () => clearTimeout(timer));
}
