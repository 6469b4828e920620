import { arrayOf } from '../assembly/object-builders.ts';
import { ownCryptFilter, removeCryptFilter } from '../encryption/crypt-filters.ts';
import type { Protection } from '../encryption/protection.ts';
import { keys, values } from '../keys.ts';
import type { PDFName } from '../objects.ts';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '../objects.ts';

/**
 * The stream as a protected document has it: the data and the strings of its dictionary encrypted. Strings in
 * object streams are encrypted with their stream (ISO 32000-2, 7.5.7).
 */
export function protectedStream(stream: PDFStream, protection: Protection): PDFStream {
  const dict = protectedDict(stream.dict, protection);
  // Readers never decrypt cross-reference streams (7.5.8.2).
  if (dict.get(keys.Type) === values.XRef) return PDFRawStream.of(dict, stream.getContents());
  // Readers would take the data of the stream for unencrypted.
  if (ownCryptFilter(dict) !== undefined) removeCryptFilter(dict);
  return PDFRawStream.of(dict, protection.encrypt(stream.getContents()));
}

/** An object outside object streams as a protected document has it: with encrypted strings, or as an encrypted stream. */
export function protectedValue(object: PDFObject, protection: Protection, context: PDFContext): PDFObject {
  if (object instanceof PDFStream) return protectedStream(object, protection);
  if (object instanceof PDFString || object instanceof PDFHexString) {
    return PDFHexString.of(protection.encrypt(object.asBytes()).toString('hex'));
  }
  if (object instanceof PDFDict) return protectedDict(object, protection);
  if (!(object instanceof PDFArray)) return object;
  return arrayOf(
    context,
    object.asArray().map((item) => protectedValue(item, protection, context)),
  );
}

const protectedDict = (dict: PDFDict, protection: Protection): PDFDict =>
  PDFDict.fromMapWithContext(
    new Map<PDFName, PDFObject>(
      dict.entries().map(([key, value]) => [key, protectedValue(value, protection, dict.context)]),
    ),
    dict.context,
  );
