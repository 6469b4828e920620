import { createReadStream } from 'node:fs';

/** An encoding that `TextDecoder` knows, by its name in the WHATWG Encoding Standard. */
export type EncodingName = string;

/** Control characters that no text has; tab, line ends, form feed, end of file and escape are in some. */
// eslint-disable-next-line no-control-regex -- control characters indicate binary files
const strange = /[\0-\x08\x0b\x0e-\x19\x1c-\x1f]/;

const startLength = 4096;

/** The encoding that the first bytes show: by a byte order mark, or UTF-16 by the zeros of its ASCII characters. */
function encodingOfStart(start: Buffer): EncodingName | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Prose in a Latin script has a zero in almost each character.
  const many = start.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

/** The first bytes of a file as text, one character per byte if the encoding is unknown; undefined for binary data. */
export function textOfStart(start: Buffer): string | undefined {
  const encoding = encodingOfStart(start) ?? 'latin1';
  const text = encoding === 'latin1' ? start.toString('latin1') : new TextDecoder(encoding).decode(start);
  return strange.test(text) ? undefined : text;
}

/**
 * The encoding of a text file: by its start, else UTF-8 if the whole file is valid UTF-8, else Windows-1252.
 *
 * @throws the signal's reason when the signal aborts
 */
export async function detectEncoding(path: string, signal?: AbortSignal): Promise<EncodingName> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      const known = isFirst ? encodingOfStart(piece.subarray(0, startLength)) : undefined;
      if (known !== undefined) return known;
      isFirst = false;
      utf8.decode(piece, { stream: true });
    }
    utf8.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}
