import type { ServerResponse } from 'node:http';
import { type Bandwidth, limitBandwidth } from '../../bandwidth.ts';
import { writeChunks } from '../../write-chunks.ts';
import type { HttpResponse, StreamedBody } from './http-response.ts';

/**
 * Sends a response while its body arrives. The head goes out at once. A response that cannot be completed is reset, so
 * that no client takes it for a whole one. Without a client the function goes on.
 *
 * @param headers names and values in turn
 * @returns why the response was broken off; undefined if it was not
 */
export async function sendStream(
  response: ServerResponse,
  { statusCode, body }: Pick<HttpResponse, 'statusCode'> & { body: StreamedBody },
  headers: string[],
  bandwidth: Bandwidth | undefined,
): Promise<string | undefined> {
  if (response.destroyed) {
    body.discard();
    return undefined;
  }
  response.on('error', () => undefined);
  // Throws for a body that does not have the length that the function sent.
  response.strictContentLength = true;
  response.writeHead(statusCode, headers);
  if (response.req.method === 'HEAD' || statusCode === 204 || statusCode === 304) {
    body.discard();
    response.end();
    return undefined;
  }
  response.flushHeaders();

  const broken = Promise.withResolvers<string>();
  const breakOff = (reason: string): string => {
    response.socket?.resetAndDestroy();
    broken.resolve(reason);
    return reason;
  };
  const whole = setTimeout(() => breakOff('the integration timed out'), body.remainingMilliseconds);
  const idle = setTimeout(() => breakOff('the function sent nothing for too long'), body.idleMilliseconds);
  const chunks = refreshing(idle, body);
  try {
    // After a timeout the rest of the body is still read, so that the function can finish.
    return await Promise.race([
      sendChunks(response, bandwidth ? limitBandwidth(chunks, bandwidth) : chunks),
      broken.promise,
    ]);
  } catch (error) {
    return breakOff(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(whole);
    clearTimeout(idle);
  }
}

async function sendChunks(response: ServerResponse, chunks: AsyncIterable<Buffer>): Promise<undefined> {
  if (await writeChunks(response, chunks)) response.end();
}

async function* refreshing(
  timer: NodeJS.Timeout,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) {
    timer.refresh();
    yield chunk;
  }
}
