import type { PDFObject } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import { GrowingBytes } from '../../syntax/growing-bytes.ts';
import { writeObject } from '../../syntax/write-object.ts';

/** Receives a value, or of a stream its dictionary. The bytes are valid during the call only. */
export type ByteReader = (bytes: Buffer, start: number, end: number) => void;

/** The objects of a document as bytes: copied ones as they are, others as they are written. */
export class ObjectBytes {
  readonly #document: OutputDocument;
  readonly #scratch = new GrowingBytes();

  constructor(document: OutputDocument) {
    this.#document = document;
  }

  /** Reads the object of that number, if there is one. */
  read(number: number, read: ByteReader): void {
    const { raw } = this.#document.objects;
    if (raw.has(number)) {
      raw.readHead(number, read);
      return;
    }
    const parsed = this.#document.objects.parsed(number);
    if (parsed) this.readValue(parsed, read);
  }

  /** Reads a value as it is written. */
  readValue(value: PDFObject, read: ByteReader): void {
    writeObject(this.#scratch, value);
    const bytes = this.#scratch.take();
    read(bytes, 0, bytes.length);
  }
}
