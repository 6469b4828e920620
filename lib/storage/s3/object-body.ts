import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { releaseBytes } from '../../base/release-memory.ts';
import { inPieces } from '../../files/in-pieces.ts';
import { bytesOf, chunksOf, type Content, sizeOf } from '../../files/produced-file.ts';

/** Larger content is sent in pieces, never as one copy. */
const maxJoined = 8 * 1024 * 1024;

/** Returns the request body for `content`. */
export function bodyOf(content: Content): Uint8Array | Readable {
  if ('path' in content) return createReadStream(content.path);
  return sizeOf(content) <= maxJoined ? bytesOf(content) : Readable.from(inPieces(chunksOf(content)));
}

/**
 * Reads a whole stream into a buffer of the same length, and returns the buffer. The memory of the chunks is released:
 * each chunk must be exclusive to the stream, as those of responses and of files on disk are.
 */
export async function readWhole(stream: Readable, content: Buffer): Promise<Buffer> {
  let at = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunk.copy(content, at);
    at += chunk.length;
    releaseBytes(chunk);
  }
  if (at !== content.length) throw new Error(`S3 sent ${at} of ${content.length} bytes`);
  return content;
}
