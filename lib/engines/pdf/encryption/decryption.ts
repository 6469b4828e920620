import type { PDFDict } from '../objects.ts';

/** Decrypts the strings and stream data of one object. */
export interface ObjectDecryption {
  string: (bytes: Uint8Array) => Uint8Array;
  /** Decrypts the data of a stream unless its dictionary says that they are not encrypted. */
  stream: (bytes: Uint8Array, dict: PDFDict) => Uint8Array;
}

/** What an encrypted document permits its users, as it declares it. */
export interface Access {
  /** `/R`: the first four permissions are the only ones of revision 2. */
  revision: number;
  /** `/P`: one bit for each permission (ISO 32000-2, table 22). */
  permissions: number;
}

/** The decryption of a document whose key is known. */
export interface Decryption {
  readonly access: Access;
  of(number: number, generation: number): ObjectDecryption;
}
