import type { PDFDict } from '../objects.ts';

/** Decrypts what belongs to one object. */
export interface ObjectDecryption {
  string: (bytes: Uint8Array) => Uint8Array;
  /** Decrypts a stream's data, unless its dictionary says that they are not encrypted. */
  stream: (bytes: Uint8Array, dict: PDFDict) => Uint8Array;
}

/** An opened encryption: the document's key is known. */
export interface Decryption {
  of(number: number, generation: number): ObjectDecryption;
}
