import { AppError } from '../../../base/app-error.ts';

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark.
 *
 * @param field names the file in the error
 * @throws AppError `invalid-file-type` when the file has another encoding
 */
export function decodeText(content: Uint8Array, field: string): string {
  const [first, second] = content;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch (cause) {
    throw AppError.inField(
      'invalid-file-type',
      field,
      'must be text in UTF-8, or in UTF-16 with a byte order mark',
      { cause },
    );
  }
}
