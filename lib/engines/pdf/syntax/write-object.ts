import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from '../objects.ts';
import type { ByteWriter } from './byte-writer.ts';
import { ReferenceArray } from './reference-array.ts';

/** Writes an object; of a stream only the dictionary. Writes white space only where it is needed. */
export function writeObject(out: ByteWriter, object: PDFObject): void {
  if (object instanceof PDFRef) {
    out.integer(object.objectNumber);
    out.text(' 0 R');
  } else if (object instanceof PDFDict) {
    out.text('<<');
    for (const [key, value] of object.entries()) {
      out.text(key.asString());
      if (!startsWithDelimiter(value)) out.text(' ');
      writeObject(out, value);
    }
    out.text('>>');
  } else if (object instanceof PDFArray) {
    out.text('[');
    for (let index = 0; index < object.size(); index += 1) {
      const value = object.get(index);
      if (index > 0 && !startsWithDelimiter(value)) out.text(' ');
      writeObject(out, value);
    }
    out.text(']');
  } else if (object instanceof PDFStream) {
    object.updateDict();
    writeObject(out, object.dict);
  } else if (object instanceof PDFNumber) {
    out.text(numberText(object));
  } else {
    out.text(object.toString());
  }
}

/** Integers have 32 bits; larger ones are written as reals. No number exceeds this real (PDF 32000-1, annex C). */
const [maxInteger, maxReal] = [2 ** 31 - 1, 3.403e38];

function numberText(number: PDFNumber): string {
  const value = number.asNumber();
  if (Math.abs(value) <= maxInteger) return number.toString();
  const limited = Math.max(-maxReal, Math.min(value, maxReal));
  return Number.isInteger(limited) ? `${BigInt(limited)}.0` : String(limited);
}

/** Names, strings, arrays and dictionaries need no white space before them. */
const startsWithDelimiter = (object: PDFObject): boolean =>
  !(object instanceof PDFRef) &&
  (object instanceof PDFName ||
    object instanceof PDFDict ||
    object instanceof PDFArray ||
    object instanceof ReferenceArray ||
    object instanceof PDFString ||
    object instanceof PDFHexString);
