import { bytesOf, isString } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../../objects.ts';

/**
 * A text that equal objects share, however they are written: entries are in the order of their keys. Of streams it
 * describes the dictionary without its length.
 *
 * @param numberOf the number to write for a reference
 */
export function canonicalText(object: PDFObject, numberOf: (number: number) => number): string {
  if (object instanceof PDFRef) return `${numberOf(object.objectNumber)} R`;
  if (object instanceof PDFName) return object.asString();
  if (object instanceof PDFNumber) return String(object.asNumber());
  if (isString(object)) return `<${Buffer.from(bytesOf(object) ?? '', 'latin1').toString('hex')}>`;
  if (object instanceof PDFArray) {
    return `[${object
      .asArray()
      .map((item) => canonicalText(item, numberOf))
      .join(' ')}]`;
  }
  if (object instanceof PDFRawStream) return `stream ${dictText(object.dict, numberOf, keys.Length)}`;
  return object instanceof PDFDict ? dictText(object, numberOf) : String(object);
}

const dictText = (dict: PDFDict, numberOf: (number: number) => number, omitted?: PDFName): string =>
  `<<${dict
    .entries()
    .filter(([key]) => key !== omitted)
    .map(([key, value]) => `${key.asString()} ${canonicalText(value, numberOf)}`)
    .sort()
    .join(' ')}>>`;
