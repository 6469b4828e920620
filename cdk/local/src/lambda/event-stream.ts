import { crc32 } from 'node:zlib';

const stringType = 7;
const checksumBytes = 4;
/** The lengths of the message and of its headers, and their checksum. */
const preludeBytes = 12;

/**
 * An event as AWS SDKs decode it (`application/vnd.amazon.eventstream`): lengths and their checksum, headers, payload,
 * and the checksum of all of it. Numbers are big-endian.
 *
 * @see https://smithy.io/2.0/aws/amazon-eventstream.html
 */
export function encodeEvent(eventType: string, contentType: string, payload: Buffer): Buffer {
  const headers = Buffer.concat([
    encodeHeader(':message-type', 'event'),
    encodeHeader(':event-type', eventType),
    encodeHeader(':content-type', contentType),
  ]);
  const message = Buffer.allocUnsafe(preludeBytes + headers.length + payload.length + checksumBytes);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(headers.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  headers.copy(message, preludeBytes);
  payload.copy(message, preludeBytes + headers.length);
  const checked = message.length - checksumBytes;
  message.writeUInt32BE(crc32(message.subarray(0, checked)), checked);
  return message;
}

/** Name and value may have 255 bytes. */
function encodeHeader(name: string, value: string): Buffer {
  const length = Buffer.from([stringType, 0, Buffer.byteLength(value)]);
  return Buffer.concat([
    Buffer.from([Buffer.byteLength(name)]),
    Buffer.from(name),
    length,
    Buffer.from(value),
  ]);
}
