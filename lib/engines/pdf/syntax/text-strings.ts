import { PDFHexString } from '../objects.ts';
import { toHex } from './strings.ts';

/** The characters of the 256 codes of PDFDocEncoding (PDF 32000-1, annex D.3); U+FFFD where a code has none. */
export const documentEncoding: string = PDFHexString.of(
  toHex(Uint8Array.from({ length: 256 }, (_, code) => code)),
).decodeText();

/**
 * Decodes a text string of any length (PDF 32000-1, 7.9.2.2): UTF-16 or UTF-8 with a byte order mark, which PDF 2.0
 * added (ISO 32000-2, 7.9.2.2.1), else PDFDocEncoding. pdf-lib does not know UTF-8, and fails for more than a hundred
 * thousand characters.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return Buffer.from(bytes.subarray(3)).toString('utf8');
  const isBigEndian = first === 0xfe && second === 0xff;
  if (isBigEndian || (first === 0xff && second === 0xfe)) {
    // An odd byte at the end is no character.
    const units = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
    return (isBigEndian ? units.swap16() : units).toString('utf16le').toWellFormed();
  }
  let text = '';
  for (const code of bytes) text += documentEncoding.charAt(code);
  return text;
}
