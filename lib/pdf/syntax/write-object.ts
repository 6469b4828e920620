import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from 'pdf-lib';
import type { ByteWriter } from './byte-writer.ts';

/** Writes an object in place, except for the data of a stream: its dictionary only. No white space but where needed. */
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
  } else {
    out.text(object.toString());
  }
}

/** Names, strings, arrays and dictionaries need no white space before them. */
const startsWithDelimiter = (object: PDFObject): boolean =>
  !(object instanceof PDFRef) &&
  (object instanceof PDFName ||
    object instanceof PDFDict ||
    object instanceof PDFArray ||
    object instanceof PDFString ||
    object instanceof PDFHexString);
