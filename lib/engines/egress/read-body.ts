import { DownloadTooLarge, EgressFailed } from './errors.ts';
import type { Exchange } from './exchange.ts';
import type { PublicCall } from './public-call.ts';

export interface ReadBodyOptions {
  call: PublicCall;
  maximumBytes: number;
  /** How long the server may send nothing while the next chunk is awaited. */
  idleMilliseconds: number;
  /** Called when the body ends, for any reason. */
  end: () => void;
}

/**
 * Reads a body in chunks. Time in which the reader does not ask for the next chunk counts only against the limit of the
 * whole call.
 *
 * @throws DownloadTooLarge, and the errors of the call
 */
export async function* readBody(
  { response, brokenBy }: Pick<Exchange, 'response' | 'brokenBy'>,
  { call, maximumBytes, idleMilliseconds, end }: ReadBodyOptions,
): AsyncGenerator<Uint8Array, undefined> {
  const chunks = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let bytes = 0;
  try {
    for (;;) {
      const next = await nextInTime(chunks, idleMilliseconds, call).catch((error: unknown) => {
        throw interruption(call, brokenBy() ?? error);
      });
      if (next.done) break;
      bytes += next.value.length;
      if (bytes > maximumBytes) throw new DownloadTooLarge(call.host, maximumBytes);
      yield next.value;
    }
    // The server sent more than it announced.
    const broken = brokenBy();
    if (broken) throw call.errorOf(broken);
    return undefined;
  } finally {
    end();
  }
}

function interruption(call: PublicCall, cause: unknown): unknown {
  const error = call.errorOf(cause);
  const isCut = error instanceof EgressFailed && error.reason === 'unreachable';
  return isCut
    ? new EgressFailed(call.host, 'unreachable', cause, 'closed the connection before the end of the file')
    : error;
}

async function nextInTime(
  chunks: AsyncIterator<Buffer, unknown>,
  milliseconds: number,
  call: PublicCall,
): Promise<IteratorResult<Buffer, unknown>> {
  const idle = setTimeout(() => call.timeOut(), milliseconds);
  try {
    return await chunks.next();
  } finally {
    clearTimeout(idle);
  }
}
