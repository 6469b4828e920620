import { keys, values } from '../keys.ts';
import type { PDFName, PDFObject } from '../objects.ts';
import type { LocatedObject, PdfFile } from '../reader/pdf-file.ts';
import { ReadingAccount } from '../reader/reading-account.ts';
import { Char } from '../syntax/characters.ts';
import { endOfValue, type Extent } from '../syntax/dict-entries.ts';
import { endOfRegular, readInteger, ReferenceReader, skipSpace, skipWhite } from '../syntax/lexer.ts';
import { readName } from '../syntax/names.ts';
import { endOfStrictName, malformed } from '../syntax/strict-tokens.ts';
import { writeObject } from '../syntax/write-object.ts';
import type { PackingGroups, RawObjects } from '../output/raw-objects.ts';
import { DeflatedData } from './deflated-data.ts';
import { PageAccount } from './page-account.ts';
import { maxDirectDepth, Rewriter } from './rewriter.ts';

/** How a copied dictionary differs from its original. */
export interface DictChanges {
  /** Whether the copy becomes a page. Pages are copied only on request. */
  isPage?: boolean;
  /** Keys to leave out. Keys of `set` are replaced anyway. */
  omit?: ReadonlySet<PDFName>;
  /** Entries to add: objects of the output (use `SourceCopier.copy` for what comes from the source). */
  set?: ReadonlyMap<PDFName, PDFObject>;
}

/** The outcome for an object. `unlisted` is a page or a node of a page tree that was not requested. */
export type CopyOutcome = 'copied' | 'malformed' | 'unlisted';

/** The types of objects that only the page tree may bring in. */
const structuralTypes = new Set<PDFName | undefined>([values.Page, values.Pages, values.Catalog]);

/** Copies objects of one file as bytes, if they are well-formed. Streams of encrypted files are not copied here. */
export class ObjectCopier {
  readonly #file: PdfFile;
  readonly #raw: RawObjects;
  readonly #rewriter: Rewriter;
  readonly #reading: ReadingAccount;
  readonly #pages: PageAccount;
  readonly #reference = new ReferenceReader();
  readonly #deflated: DeflatedData;
  readonly #buffer: number;
  readonly #groups: PackingGroups;

  constructor(file: PdfFile, raw: RawObjects, numberOf: (number: number) => number) {
    this.#file = file;
    this.#raw = raw;
    this.#rewriter = new Rewriter(raw, { numberOf, maxDepth: maxDirectDepth - 1 });
    this.#reading = new ReadingAccount(file.budget, file);
    this.#pages = new PageAccount(file.budget, this.#reading);
    this.#deflated = DeflatedData.in(file.bytes);
    this.#buffer = raw.addBuffer(file.bytes);
    this.#groups = raw.groupsOf(file.bytes);
  }

  /** Copies the object `number` to the output as `newNumber`. Nothing is written unless the result is `copied`. */
  copy(number: number, newNumber: number, changes?: DictChanges): CopyOutcome {
    const located = this.#file.locate(number);
    if (!located) return 'malformed';
    const { bytes, start, end, inObjectStream } = located;
    const decryption = inObjectStream ? undefined : this.#file.decryption?.of(number, located.generation);
    this.#rewriter.decryptString = decryption?.string;
    const at = skipSpace(bytes, start, end);
    this.#raw.begin();
    if (bytes[at] === Char.less && bytes[at + 1] === Char.less) {
      const outcome = this.#dictionary(located, at, [number, newNumber], changes);
      if (outcome !== 'copied') this.#raw.discard();
      return outcome;
    }
    // An object that is only a reference must not be written; it becomes the object that it refers to.
    const isReference = this.#reference.reference(bytes, at, end);
    this.#rewriter.copied = at;
    const valueEnd = changes || isReference ? malformed : this.#rewriter.value(bytes, at, end);
    if (valueEnd === malformed) {
      this.#raw.discard();
      return 'malformed';
    }
    this.#rewriter.copyTo(bytes, valueEnd);
    this.#reading.read(valueEnd - at);
    this.#raw.finish(newNumber, this.#groups.others);
    return 'copied';
  }

  #dictionary(
    { bytes, end, inObjectStream }: LocatedObject,
    start: number,
    [number, newNumber]: readonly [number: number, newNumber: number],
    changes?: DictChanges,
  ): CopyOutcome {
    const rewriter = this.#rewriter;
    let at = start + 2;
    let length: Extent | undefined;
    let isPlain = true;
    rewriter.copied = start;
    for (;;) {
      at = skipWhite(bytes, at, end);
      if (at >= end || bytes[at] !== Char.slash) break;
      const keyEnd = endOfStrictName(bytes, at + 1, end);
      if (keyEnd === malformed) return 'malformed';
      const key = readName(bytes, at + 1, keyEnd);
      const value = skipWhite(bytes, keyEnd, end);
      if (key === keys.Type) {
        const type = nameBetween(bytes, value, end);
        if (!changes?.isPage && structuralTypes.has(type)) return 'unlisted';
        isPlain &&= type !== values.Metadata;
      } else isPlain &&= !saysForm(key);
      if (key === keys.Length || (changes && isOmitted(changes, key))) {
        rewriter.copyTo(bytes, at);
        at = endOfValue(bytes, value, end, this.#file.budget.limits.depth);
        if (at < 0) return 'malformed';
        if (key === keys.Length) length = { start: value, end: at };
        rewriter.copied = at;
      } else {
        at = rewriter.value(bytes, value, end);
        if (at === malformed) return 'malformed';
      }
    }
    if (bytes[at] !== Char.greater || bytes[at + 1] !== Char.greater || at >= end) return 'malformed';
    rewriter.copyTo(bytes, at);
    if (changes?.isPage) this.#pages.read(number, at - start);
    else this.#reading.read(at - start);
    if (changes?.set) this.#add(changes.set);
    const data = inObjectStream
      ? undefined
      : this.#file.streams.extent(at + 2, this.#lengthIn(bytes, length));
    // Pages and changed dictionaries are not streams, even if their originals are.
    if (data && (changes || this.#file.decryption)) return 'malformed';
    // Nested streams would make the result many times as long as the file.
    if (data) this.#reading.read(data.end - data.start);
    const group = changes?.isPage ? this.#groups.pages : this.#groups.others;
    return this.#close(bytes, newNumber, group, { length, data, isPlain });
  }

  #add(entries: ReadonlyMap<PDFName, PDFObject>): void {
    for (const [key, value] of entries) {
      this.#raw.text(key.asString());
      this.#raw.text(' ');
      writeObject(this.#raw, value);
    }
  }

  /** Writes the end of the dictionary and the length, which is measured for streams. */
  #close(
    bytes: Buffer,
    newNumber: number,
    group: number,
    { length, data, isPlain }: { length: Extent | undefined; data: Extent | undefined; isPlain: boolean },
  ): CopyOutcome {
    const deflated = data && isPlain ? this.#deflated.of(data) : undefined;
    if (deflated) {
      this.#raw.text(`/Filter/FlateDecode/Length ${deflated.length}>>`);
      const buffer = this.#raw.addBuffer(deflated);
      this.#raw.finish(newNumber, group, { buffer, start: 0, end: deflated.length });
      return 'copied';
    }
    if (data) {
      this.#raw.text('/Length ');
      this.#raw.integer(data.end - data.start);
    } else if (length) {
      this.#raw.text('/Length ');
      this.#rewriter.copied = length.start;
      if (this.#rewriter.value(bytes, length.start, length.end) === malformed) return 'malformed';
      this.#rewriter.copyTo(bytes, length.end);
    }
    this.#raw.text('>>');
    this.#raw.finish(newNumber, group, data && { buffer: this.#buffer, ...data });
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

/** Entries that describe the encoding of stream data (PDF 32000-1, table 5). */
const { Filter, F, DecodeParms, DP } = keys;

const saysForm = (key: PDFName): boolean => key === Filter || key === F || key === DecodeParms || key === DP;

/** The name at `at`; undefined if there is none. */
const nameBetween = (bytes: Buffer, at: number, end: number): PDFName | undefined =>
  bytes[at] === Char.slash ? readName(bytes, at + 1, endOfRegular(bytes, at + 1, end)) : undefined;

/** Whether a key of the original is removed or replaced. */
export const isOmitted = ({ omit, set }: DictChanges, key: PDFName): boolean =>
  omit?.has(key) === true || set?.has(key) === true;
