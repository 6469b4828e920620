import { Readable } from 'node:stream';
import { StreamFailure } from '../../lambda/response-stream.ts';
import type { RuntimeOutcome } from '../../lambda/invoke-outcome.ts';
import type { HttpResponse } from './http-response.ts';
import { MalformedResponse, parseObject, responseHead } from './response-head.ts';
import { functionFailed, GatewayFailure } from './response-types.ts';

/** Between metadata and body. */
export const delimiter = '\0'.repeat(8);
/** The metadata and the delimiter have to be within the first bytes. */
const maximumPreludeBytes = 16 * 1024;

/** A response whose status and headers are known. */
export interface OpenedStream {
  head: Pick<HttpResponse, 'statusCode' | 'headers'>;
  /** The body. Throws what the response's own iteration throws. */
  chunks: AsyncGenerator<Buffer, void>;
  discard: () => void;
}

/**
 * Reads the beginning of a streamed response: metadata as JSON and eight zero bytes. The response of a handler that does
 * not stream comes as one chunk.
 *
 * @throws {GatewayFailure} 502 if the function fails, 500 if its response does not have this form
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html#response-transfer-mode-lambda-format
 */
export async function openStream(
  outcome: Extract<RuntimeOutcome, { kind: 'response' | 'stream' }>,
): Promise<OpenedStream> {
  const source: AsyncIterable<Buffer> =
    outcome.kind === 'stream' ? outcome.stream : Readable.from([Buffer.from(outcome.payload)]);
  const iterator = source[Symbol.asyncIterator]();
  const discard = () => void iterator.return?.();
  try {
    const { metadata, first } = await readPrelude(iterator);
    return { head: streamHead(metadata), chunks: rest(first, iterator), discard };
  } catch (error) {
    discard();
    if (error instanceof StreamFailure) throw functionFailed(error.message);
    if (!(error instanceof MalformedResponse)) throw error;
    const reason = `the function's streamed response is malformed: ${error.message}`;
    throw new GatewayFailure('DEFAULT_5XX', { statusCode: 500, reason });
  }
}

async function readPrelude(iterator: AsyncIterator<Buffer>): Promise<{ metadata: string; first: Buffer }> {
  let read = Buffer.alloc(0);
  while (read.length < maximumPreludeBytes) {
    const next = await iterator.next();
    if (next.done) break;
    read = Buffer.concat([read, next.value]);
    const end = read.indexOf(delimiter);
    if (end !== -1 && end + delimiter.length <= maximumPreludeBytes) {
      return { metadata: read.toString('utf8', 0, end), first: read.subarray(end + delimiter.length) };
    }
  }
  throw new MalformedResponse(`no delimiter within ${maximumPreludeBytes} bytes`);
}

/** @throws {MalformedResponse} */
function streamHead(metadata: string): OpenedStream['head'] {
  const { statusCode, headers, multiValueHeaders, cookies, ...others } = parseObject(metadata);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new MalformedResponse(`it has an unknown member ${unknown}`);
  const head = responseHead({ statusCode, headers, multiValueHeaders, cookies }, 'content-length');
  const lengths = head.headers.filter(([name]) => name.toLowerCase() === 'content-length');
  if (lengths.length > 1 || lengths.some(([, value]) => !/^\d+$/.test(value)))
    throw new MalformedResponse('Content-Length is not a number');
  return head;
}

async function* rest(first: Buffer, iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    if (first.length > 0) yield first;
    yield* { [Symbol.asyncIterator]: () => iterator };
  } finally {
    await iterator.return?.();
  }
}
