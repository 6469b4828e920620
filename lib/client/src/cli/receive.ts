import type { FileResponse } from '../api-types.ts';
import { sleep } from '../attempts.ts';
import { ConnectionError } from '../errors.ts';
import type { Context } from './context.ts';

/** Retries of a download whose connection closes. */
const retries = 3;

/**
 * The bytes of a result as they arrive. An interrupted download is repeated, and its bytes continue where they stopped.
 *
 * @throws ConnectionError when the bytes are not as many as the result has
 */
export async function* receive(
  result: FileResponse,
  { client, call, status }: Pick<Context, 'client' | 'call' | 'status'>,
): AsyncGenerator<Uint8Array> {
  const { fileName, size } = result;
  let received = 0;
  for (let failures = 0; ; failures += 1) {
    const { body } = await client.download(result, call);
    let cause: unknown;
    try {
      let position = 0;
      for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
        const added = chunk.subarray(Math.max(received - position, 0));
        position += chunk.length;
        if (added.length === 0) continue;
        received += added.length;
        status.show(`receiving ${fileName}`, { sent: received, total: size });
        yield added;
      }
    } catch (error) {
      if (call.signal?.aborted) throw error;
      cause = error;
    }
    if (received === size) return;
    const error = new ConnectionError(`Received ${received} of ${size} bytes of ${fileName}.`, { cause });
    if (failures === retries) throw error;
    const pause = 0.5 * 2 ** failures;
    call.onRetry?.(error, pause);
    await sleep(pause * 1000, call.signal);
  }
}
