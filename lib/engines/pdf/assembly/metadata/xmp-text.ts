/** More of an XMP packet is not read. Real ones of documents have some kilobytes. */
const maxXmpBytes = 4 * 1024 * 1024;

/**
 * The text of an XMP packet: UTF-8 or UTF-16, by its byte order mark or its first character (ISO 16684-1, 7.1).
 * Invalid bytes become U+FFFD.
 *
 * @param limit the number of bytes to read
 */
export function xmpText(xmp: Uint8Array, limit = maxXmpBytes): string {
  const bytes = xmp.subarray(0, limit);
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16be' | 'utf-16le' {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  return 'utf-8';
}
