import { Readable } from 'node:stream';
import { inPieces } from '../files/in-pieces.ts';
import { bytesOf, chunksOf, sizeOf } from '../files/produced-file.ts';
import type { ServiceResponse } from './response.ts';

/** A response as the integration of its route expects it. */
export interface ProxyResult {
  statusCode: number;
  headers: Record<string, string>;
  /** Base64 if `isBase64Encoded` says so; a stream only where responses are streamed. */
  body: string | BodyStream;
  isBase64Encoded?: boolean;
}

/** The body of a streamed response. */
export type BodyStream = Readable & {
  /** Bytes. */
  size: number;
};

/**
 * Converts a response to the format of API Gateway's proxy integration, streamed or buffered.
 *
 * @param take returns memory for the parts of a streamed body; new memory if absent
 */
export function proxyResult(
  { status, headers = {}, body }: ServiceResponse,
  streams: boolean,
  take?: (size: number) => Uint8Array,
): ProxyResult {
  if (!body) return { statusCode: status, headers, body: '' };
  if ('json' in body) {
    return {
      statusCode: status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body.json),
    };
  }
  if ('text' in body) {
    return { statusCode: status, headers: { 'content-type': body.contentType, ...headers }, body: body.text };
  }
  const { bytes, contentType } = body;
  const described = { statusCode: status, headers: { 'content-type': contentType, ...headers } };
  if (streams) {
    const stream = Readable.from(inPieces(chunksOf(bytes), take), { objectMode: false });
    return { ...described, body: Object.assign(stream, { size: sizeOf(bytes) }) };
  }
  const whole = bytesOf(bytes);
  const base64 = Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString('base64');
  return { ...described, body: base64, isBase64Encoded: true };
}

/** Size of the body as it is returned, in bytes: in base64 if the response is buffered. */
export const bodySize = ({ body }: ProxyResult): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.size;
