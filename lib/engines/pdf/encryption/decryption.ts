import type { PDFDict } from '../objects.ts';

/** Decrypts the strings and stream data of one object. */
export interface ObjectDecryption {
  string: (bytes: Uint8Array) => Uint8Array;
  /** Decrypts the data of a stream unless its dictionary says that they are not encrypted. */
  stream: (bytes: Uint8Array, dict: PDFDict) => Uint8Array;
}

/** The decryption of a document whose key is known. */
export interface Decryption {
  of(number: number, generation: number): ObjectDecryption;
}
