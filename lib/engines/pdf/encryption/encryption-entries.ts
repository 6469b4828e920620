import { keys } from '../keys.ts';
import { PDFBool, type PDFDict, PDFHexString, type PDFName, PDFNumber, PDFString } from '../objects.ts';

/** The entries of the standard handler's encryption dictionary (ISO 32000-2, tables 20 and 21). */
export interface EncryptionEntries {
  /** `/V`: 1 and 2 are RC4, 4 names the method in a crypt filter, 5 is AES-256. */
  version: number;
  /** `/R`: how keys are derived from passwords. */
  revision: number;
  /** `/Length` in bits; undefined if absent. */
  keyBits: number | undefined;
  permissions: number;
  owner: Uint8Array;
  user: Uint8Array;
  /** The file's key encrypted with the owner's and the user's password (revisions 5 and 6). */
  ownerKey: Uint8Array;
  userKey: Uint8Array;
  encryptMetadata: boolean;
  /** The first part of the file identifier. */
  identifier: Uint8Array;
}

/** Reads the dictionary. Strings that are too short are padded with zeros, as other readers do. */
export function readEncryptionEntries(dict: PDFDict, identifier: Uint8Array): EncryptionEntries {
  const version = integer(dict, keys.V) ?? 0;
  const hashBytes = version >= 5 ? 48 : 32;
  return {
    version,
    revision: integer(dict, keys.R) ?? 0,
    keyBits: integer(dict, keys.Length),
    permissions: integer(dict, keys.P) ?? 0,
    owner: bytes(dict, keys.O, hashBytes),
    user: bytes(dict, keys.U, hashBytes),
    ownerKey: bytes(dict, keys.OE, 32),
    userKey: bytes(dict, keys.UE, 32),
    encryptMetadata: dict.lookup(keys.EncryptMetadata) !== PDFBool.False,
    identifier,
  };
}

function integer(dict: PDFDict, key: PDFName): number | undefined {
  const value = dict.lookup(key);
  return value instanceof PDFNumber ? Math.trunc(value.asNumber()) : undefined;
}

function bytes(dict: PDFDict, key: PDFName, length: number): Uint8Array {
  const value = dict.lookup(key);
  const out = new Uint8Array(length);
  if (value instanceof PDFString || value instanceof PDFHexString)
    out.set(value.asBytes().subarray(0, length));
  return out;
}
