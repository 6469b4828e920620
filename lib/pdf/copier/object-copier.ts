import type { PDFName, PDFObject } from 'pdf-lib';
import type { LocatedObject, PdfFile } from '../reader/pdf-file.ts';
import { ReadingAccount } from '../reader/reading-account.ts';
import { Char } from '../syntax/characters.ts';
import { endOfValue, type Extent } from '../syntax/dict-entries.ts';
import { endOfRegular, isWord, readInteger, ReferenceReader, skipSpace } from '../syntax/lexer.ts';
import { nameAt } from '../syntax/names.ts';
import { writeObject } from '../syntax/write-object.ts';
import type { RawObjects } from '../target/raw-objects.ts';
import { DeflatedData } from './deflated-data.ts';
import { malformed, Rewriter } from './rewriter.ts';

/** How a copied dictionary differs from its original. */
export interface DictChanges {
  /** Keys to leave out; keys of `set` are left out by themselves. */
  omit?: ReadonlySet<PDFName>;
  /** Entries to add: objects of the *target* (use `SourceCopier.copy` for what comes from the source). */
  set?: ReadonlyMap<PDFName, PDFObject>;
}

/** What became of an object: `unlisted` is a page or a part of a page tree that nobody asked for. */
export type CopyOutcome = 'copied' | 'malformed' | 'unlisted';

/** The types of objects that only the page tree may bring along. */
const structuralTypes = ['/Page', '/Pages', '/Catalog'];

/** Copies whole objects of one file as bytes: well-formed ones, and of encrypted files only what is no stream. */
export class ObjectCopier {
  readonly #file: PdfFile;
  readonly #raw: RawObjects;
  readonly #rewriter: Rewriter;
  readonly #reading: ReadingAccount;
  readonly #reference = new ReferenceReader();
  readonly #deflated: DeflatedData;
  readonly #buffer: number;

  constructor(file: PdfFile, raw: RawObjects, numberOf: (number: number) => number) {
    this.#file = file;
    this.#raw = raw;
    this.#rewriter = new Rewriter(raw, { numberOf, maxDepth: file.budget.limits.depth });
    this.#reading = new ReadingAccount(file.budget, file);
    this.#deflated = DeflatedData.in(file.bytes);
    this.#buffer = raw.addBuffer(file.bytes);
  }

  /** Copies the object of that number to `target`. Unless it was copied, the target has nothing of it. */
  copy(number: number, target: number, changes?: DictChanges): CopyOutcome {
    const located = this.#file.locate(number);
    if (!located) return 'malformed';
    const { bytes, start, end, inObjectStream, generation } = located;
    const decryption = inObjectStream ? undefined : this.#file.decryption?.of(number, generation);
    this.#rewriter.decryptString = decryption?.string;
    const at = skipSpace(bytes, start, end);
    this.#raw.begin();
    if (bytes[at] === Char.less && bytes[at + 1] === Char.less) {
      const outcome = this.#dictionary({ ...located, start: at }, target, changes);
      if (outcome !== 'copied') this.#raw.discard();
      return outcome;
    }
    // An object that is only a reference to another becomes what that one is: no writer may write it.
    const isReference = this.#reference.reference(bytes, at, end);
    const valueEnd = changes || isReference ? malformed : this.#rewriter.value(bytes, at, end, at);
    if (valueEnd === malformed) {
      this.#raw.discard();
      return 'malformed';
    }
    this.#reading.read(valueEnd - at);
    this.#raw.finish(target);
    return 'copied';
  }

  #dictionary(
    { bytes, start, end, inObjectStream }: LocatedObject,
    target: number,
    changes?: DictChanges,
  ): CopyOutcome {
    let at = start + 2;
    let copied = start;
    let length: Extent | undefined;
    let isPlain = true;
    for (;;) {
      at = skipSpace(bytes, at, end);
      if (at >= end || bytes[at] !== Char.slash) break;
      const keyEnd = endOfRegular(bytes, at + 1, end);
      const value = skipSpace(bytes, keyEnd, end);
      const isLength = isWord(bytes, at + 1, keyEnd, 'Length');
      isPlain &&= !saysForm(bytes, at + 1, keyEnd, value, end);
      if (!changes && isWord(bytes, at + 1, keyEnd, 'Type') && isStructural(bytes, value, end))
        return 'unlisted';
      if (isLength || (changes && isOmitted(changes, nameAt(bytes, at + 1, keyEnd)))) {
        this.#raw.copy(bytes, copied, at);
        at = endOfValue(bytes, value, end, this.#file.budget.limits.depth);
        if (at < 0) return 'malformed';
        if (isLength) length = { start: value, end: at };
      } else {
        at = this.#rewriter.value(bytes, value, end, copied);
        if (at === malformed) return 'malformed';
      }
      copied = at;
    }
    if (bytes[at] !== Char.greater || bytes[at + 1] !== Char.greater || at >= end) return 'malformed';
    this.#raw.copy(bytes, copied, at);
    this.#reading.read(at - start);
    for (const [key, value] of changes?.set ?? []) {
      this.#raw.text(`${key.asString()} `);
      writeObject(this.#raw, value);
    }
    const data = inObjectStream
      ? undefined
      : this.#file.streams.extent(at + 2, this.#lengthIn(bytes, length));
    // A page is no stream, even where its original is one.
    if (data && (changes || this.#file.decryption)) return 'malformed';
    // Streams within each other would make the result many times as long as the file.
    if (data) this.#reading.read(data.end - data.start);
    return this.#close(bytes, target, { length, data, isPlain });
  }

  /** Writes the length, measured where the object is a stream, and the end of the dictionary. */
  #close(
    bytes: Buffer,
    target: number,
    { length, data, isPlain }: { length: Extent | undefined; data: Extent | undefined; isPlain: boolean },
  ): CopyOutcome {
    const deflated = data && isPlain ? this.#deflated.of(data) : undefined;
    if (deflated) {
      this.#raw.text(`/Filter/FlateDecode/Length ${deflated.length}>>`);
      this.#raw.finish(target, { buffer: this.#raw.addBuffer(deflated), start: 0, end: deflated.length });
      return 'copied';
    }
    if (data) {
      this.#raw.text('/Length ');
      this.#raw.integer(data.end - data.start);
    } else if (length) {
      this.#raw.text('/Length ');
      if (this.#rewriter.value(bytes, length.start, length.end, length.start) === malformed)
        return 'malformed';
    }
    this.#raw.text('>>');
    this.#raw.finish(target, data && { buffer: this.#buffer, ...data });
    return 'copied';
  }

  #lengthIn(bytes: Buffer, extent: Extent | undefined): number {
    if (!extent) return -1;
    const isReference = this.#reference.reference(bytes, extent.start, extent.end);
    return isReference
      ? this.#file.integer(this.#reference.number)
      : readInteger(bytes, extent.start, extent.end);
  }
}

/** Entries that say in what form the data of a stream are (PDF 32000-1, table 5). */
const formKeys = ['Filter', 'F', 'DecodeParms', 'DP'];

/** Whether an entry says that a stream's data are compressed, or is the type of data that are to be readable as such. */
const saysForm = (bytes: Uint8Array, key: number, keyEnd: number, value: number, end: number): boolean =>
  formKeys.some((name) => isWord(bytes, key, keyEnd, name)) ||
  (isWord(bytes, key, keyEnd, 'Type') &&
    isWord(bytes, value, endOfRegular(bytes, value + 1, end), '/Metadata'));

const isStructural = (bytes: Uint8Array, at: number, end: number): boolean =>
  bytes[at] === Char.slash &&
  structuralTypes.some((type) => isWord(bytes, at, endOfRegular(bytes, at + 1, end), type));

/** Whether a key of the original is left out or replaced. */
export const isOmitted = ({ omit, set }: DictChanges, key: PDFName): boolean =>
  omit?.has(key) === true || set?.has(key) === true;
