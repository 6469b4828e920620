import { keys } from '../keys.ts';
import { PDFArray, PDFDict, PDFHexString, type PDFName, PDFRef, PDFString } from '../objects.ts';
import { toHex } from '../syntax/strings.ts';

/** What a file says of itself in its trailers (PDF 32000-1, 7.5.5); the newest revision that says it counts. */
export class Trailer {
  root: PDFRef | undefined;
  info: PDFRef | undefined;
  encrypt: PDFDict | PDFRef | undefined;
  /** The first part of the file identifier. */
  id: Uint8Array | undefined;

  /** Takes from an older revision's trailer what newer ones did not say. */
  addOlder(dict: PDFDict): void {
    this.root ??= reference(dict, keys.Root);
    this.info ??= reference(dict, keys.Info);
    this.encrypt ??= encryption(dict);
    this.id ??= firstIdentifier(dict);
  }

  /** Takes what a newer revision's trailer says. */
  addNewer(dict: PDFDict): void {
    this.root = reference(dict, keys.Root) ?? this.root;
    this.info = reference(dict, keys.Info) ?? this.info;
    this.encrypt = encryption(dict) ?? this.encrypt;
    this.id = firstIdentifier(dict) ?? this.id;
  }

  get idText(): string {
    return this.id ? toHex(this.id) : '';
  }
}

function reference(dict: PDFDict, key: PDFName): PDFRef | undefined {
  const value = dict.get(key);
  return value instanceof PDFRef ? value : undefined;
}

function encryption(dict: PDFDict): PDFDict | PDFRef | undefined {
  const value = dict.get(keys.Encrypt);
  return value instanceof PDFDict || value instanceof PDFRef ? value : undefined;
}

function firstIdentifier(dict: PDFDict): Uint8Array | undefined {
  const identifiers = dict.lookup(keys.ID);
  const first = identifiers instanceof PDFArray && identifiers.size() > 0 ? identifiers.lookup(0) : undefined;
  return first instanceof PDFString || first instanceof PDFHexString ? first.asBytes() : undefined;
}
