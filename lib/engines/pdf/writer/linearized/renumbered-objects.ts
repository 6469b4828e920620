import type { Protection } from '../../encryption/protection.ts';
import { type PDFObject, PDFStream } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import type { ByteWriter } from '../../syntax/byte-writer.ts';
import { ReferenceScan } from '../../syntax/reference-scan.ts';
import { refOf } from '../../syntax/references.ts';
import { protectedValue } from '../object-protection.ts';
import { ObjectBytes } from './object-bytes.ts';

/** Writes the objects of a document with other object numbers. */
export class RenumberedObjects {
  readonly #document: OutputDocument;
  readonly #numbers: Uint32Array;
  readonly #bytes: ObjectBytes;
  readonly #scan = new ReferenceScan();

  /** @param numbers the new number of each object; a reference to an object without one becomes null */
  constructor(document: OutputDocument, numbers: Uint32Array) {
    this.#document = document;
    this.#numbers = numbers;
    this.#bytes = new ObjectBytes(document);
  }

  /** Moves an object to the end of `out`, of a stream the dictionary. Returns the data of a stream. */
  move(number: number, out: ByteWriter): Buffer | undefined {
    const { raw } = this.#document.objects;
    const data = raw.hasData(number) ? raw.data(number) : dataOf(this.#document.objects.parsed(number));
    this.#bytes.read(number, (bytes, start, end) => {
      this.#write(out, bytes, start, end);
    });
    raw.remove(number);
    return data;
  }

  /** The same, with encrypted strings and data. */
  moveProtected(number: number, protection: Protection, out: ByteWriter): Buffer | undefined {
    const { context, objects } = this.#document;
    const object = objects.get(refOf(number));
    if (!object) return undefined;
    const value = protectedValue(object, protection, context);
    this.#bytes.readValue(value, (bytes, start, end) => {
      this.#write(out, bytes, start, end);
    });
    return dataOf(value);
  }

  #write(out: ByteWriter, bytes: Buffer, start: number, end: number): void {
    const scan = this.#scan;
    let at = start;
    while (scan.next(bytes, at, end)) {
      out.copy(bytes, at, scan.start);
      this.#writeReference(out, scan.number);
      at = scan.end;
    }
    out.copy(bytes, at, end);
  }

  #writeReference(out: ByteWriter, number: number): void {
    const newNumber = this.#numbers[number] ?? 0;
    if (newNumber === 0) out.text('null');
    else {
      out.integer(newNumber);
      out.text(' 0 R');
    }
  }
}

function dataOf(object: PDFObject | undefined): Buffer | undefined {
  if (!(object instanceof PDFStream)) return undefined;
  const contents = object.getContents();
  return Buffer.from(contents.buffer, contents.byteOffset, contents.length);
}
