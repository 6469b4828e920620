import { keys } from '../keys.ts';
import { PDFArray, PDFDict, PDFHexString, type PDFName, PDFRef, PDFString } from '../objects.ts';
import { toHex } from '../syntax/strings.ts';

/** The entries of a file's trailers (PDF 32000-1, 7.5.5). The newest revision takes precedence. */
export class Trailer {
  root: PDFRef | undefined;
  info: PDFRef | undefined;
  encrypt: PDFDict | PDFRef | undefined;
  /** The first part of the file identifier. */
  id: Uint8Array | undefined;

  /** Adds entries of an older revision that newer ones lack. */
  addOlder(dict: PDFDict): void {
    this.root ??= reference(dict, keys.Root);
    this.info ??= reference(dict, keys.Info);
    this.encrypt ??= encryption(dict);
    this.id ??= firstIdentifier(dict);
  }

  /** Adds the entries of a newer revision. */
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
