import type { PDFObject } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import { GrowingBytes } from '../../syntax/growing-bytes.ts';
import { writeObject } from '../../syntax/write-object.ts';

/** Receives a value, or of a stream its dictionary. The bytes are valid during the call only. */
export type ByteReader<T> = (bytes: Buffer, start: number, end: number) => T;

/** The objects of a document as bytes: copied ones as they are, others as they are written. */
export class ObjectBytes {
  readonly #document: OutputDocument;
  readonly #scratch = new GrowingBytes();

  constructor(document: OutputDocument) {
    this.#document = document;
  }

  /** Reads the object of that number, if there is one. Returns what `read` does. */
  read<T>(number: number, read: ByteReader<T>): T | undefined {
    const { raw } = this.#document.objects;
    if (raw.has(number)) return raw.readHead(number, read);
    const parsed = this.#document.objects.parsed(number);
    return parsed && this.readValue(parsed, read);
  }

  /** Reads a value as it is written. */
  readValue<T>(value: PDFObject, read: ByteReader<T>): T {
    writeObject(this.#scratch, value);
    const bytes = this.#scratch.take();
    return read(bytes, 0, bytes.length);
  }
}
