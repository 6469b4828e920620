import type { Decryption } from '../encryption/decryption.ts';
import { keys } from '../keys.ts';
import { PDFContext, PDFDict, PDFNull, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from '../objects.ts';
import { DictEntries } from '../syntax/dict-entries.ts';
import { readInteger, ReferenceReader, skipSpace } from '../syntax/lexer.ts';
import { NestingError, ObjectParser } from '../syntax/object-parser.ts';
import type { WorkBudget } from '../work-budget.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import type { Finding } from './findings.ts';
import { ObjectStreams } from './object-streams.ts';
import { Location, ObjectTable } from './object-table.ts';
import { ReadingAccount } from './reading-account.ts';
import { SourceObjects } from './source-objects.ts';
import { StreamExtents } from './stream-extents.ts';
import { UnlistedObjects } from './unlisted-objects.ts';

/** The position of an object's value. */
export interface LocatedObject {
  bytes: Buffer;
  start: number;
  /** The position at which the value must end at the latest. */
  end: number;
  generation: number;
  /** Objects in object streams are never streams, and their strings are not encrypted individually. */
  inObjectStream: boolean;
}

/** The longest chain of references to references. */
const maxHops = 32;

/** White space before an object that its offset may not count. */
const offsetSlack = 16;

/** The objects of one file, located by the cross-reference and parsed on demand. */
export class PdfFile {
  readonly bytes: Buffer;
  readonly budget: WorkBudget;
  readonly table: ObjectTable;
  /** The account for locating and parsing objects. */
  readonly reading: ReadingAccount;
  readonly context: PDFContext;
  /**
   * Whether the table was built by a scan of the whole file. Then there is no better source, and errors are tolerated.
   */
  readonly rebuilt: boolean;
  readonly findings = new Map<Finding, number>();
  /** Added to every offset: the position of the header in the bytes. */
  base = 0;
  /** Whether a table marks objects as free that a cross-reference stream locates (PDF 32000-1, 7.5.8.4). */
  hybrid = false;
  decryption: Decryption | undefined;
  pageCount = 0;
  readonly objectStreams: ObjectStreams;
  readonly streams: StreamExtents;
  readonly #head = new ReferenceReader();
  readonly #objects: SourceObjects;
  readonly #unlisted = new UnlistedObjects(this);
  /** The number of bytes to read: of the file and of its object streams. */
  size: number;

  constructor(bytes: Uint8Array, budget: WorkBudget, rebuilt: boolean) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.budget = budget;
    this.rebuilt = rebuilt;
    this.table = new ObjectTable(budget);
    this.context = PDFContext.create();
    this.#objects = SourceObjects.install(this.context, (number) => this.#load(number));
    this.size = bytes.length;
    this.reading = new ReadingAccount(budget, this);
    this.objectStreams = new ObjectStreams(this);
    this.streams = new StreamExtents(this);
  }

  /** Discards loaded objects, because their places may be known only now. */
  forgetObjects(): void {
    this.#objects.clear();
  }

  /** Returns the file's share of the request's budget. The file must not be used afterwards. */
  release(): void {
    this.budget.objects(-this.table.length);
    this.budget.packedObjects(-this.objectStreams.entryCount);
    this.budget.pages(-this.pageCount);
    this.pageCount = 0;
  }

  /**
   * Counts pages against the budget.
   *
   * @throws InputFault `file-too-large`
   */
  addPages(count: number): void {
    this.pageCount += count;
    this.budget.pages(count);
  }

  note(finding: Finding): void {
    this.findings.set(finding, (this.findings.get(finding) ?? 0) + 1);
  }

  /** @throws CrossReferenceError unless the file was rebuilt */
  fail(message: string): void {
    if (!this.rebuilt) throw new CrossReferenceError(message, this.bytes);
  }

  /** Whether the cross-reference has an entry for an object. */
  isListed(number: number): boolean {
    const location = this.table.location(number);
    // The table of a hybrid file marks objects as free that its stream may omit.
    return location !== Location.unknown && !(location === Location.free && this.hybrid);
  }

  /**
   * Whether an object exists, according to the cross-reference.
   *
   * @throws CrossReferenceError if the file contains the object although the cross-reference omits it
   */
  has(number: number): boolean {
    const location = this.table.location(number);
    if (location === Location.offset || location === Location.objectStream) return true;
    if (!this.rebuilt && !this.isListed(number) && this.#unlisted.mayHave(number))
      this.fail(`object ${number} is not in the cross-reference`);
    return false;
  }

  /**
   * The position of an object; undefined if it does not exist.
   *
   * @throws CrossReferenceError if the cross-reference is wrong about it or omits it
   */
  locate(number: number): LocatedObject | undefined {
    if (!this.has(number)) return undefined;
    if (this.table.location(number) === Location.offset) return this.#locateAtOffset(number);
    const stream = this.objectStreams.get(this.table.position(number));
    if (!stream) return undefined;
    const start = stream.startOf(number, this.table.detail(number));
    if (start === undefined) {
      this.fail(`object ${number} is not in its object stream`);
      return undefined;
    }
    const { bytes } = stream;
    return { bytes, start, end: bytes.length, generation: 0, inObjectStream: true };
  }

  /** The value of an integer object, without parsing it; -1 for anything else. */
  integer(number: number): number {
    const located = this.locate(number);
    return located
      ? readInteger(located.bytes, skipSpace(located.bytes, located.start, located.end), located.end)
      : -1;
  }

  /** The entries of the dictionary at `start`; undefined if there is none or if it is malformed. */
  entries(bytes: Buffer, start: number, end: number): DictEntries | undefined {
    const entries = DictEntries.at(bytes, start, end, this.budget.limits.depth);
    if (entries) this.reading.read(entries.end - start);
    return entries?.wellFormed ? entries : undefined;
  }

  /** The entries of the dictionary `number`; undefined if only parsing can tell whether it is a dictionary. */
  entriesOf(number: number): DictEntries | undefined {
    const located = this.locate(number);
    const entries = located && this.entries(located.bytes, located.start, located.end);
    if (!entries || entries.hasEscapes) return undefined;
    return !located.inObjectStream && this.streams.follows(entries.end) ? undefined : entries;
  }

  /**
   * Whether an unescaped name may occur in an object. Compressed objects are not searched: they may contain any name.
   */
  mayMention(name: string): boolean {
    return this.table.hasObjectStreams || this.bytes.includes(name, 0, 'latin1');
  }

  /** The dictionary at `start`, parsed but not decrypted, and the position after it. */
  dictionary(start: number): { dict: PDFDict; end: number } | undefined {
    const parser = this.#parser(this.bytes, start, this.bytes.length);
    const dict = this.#parsed(parser, start);
    return dict instanceof PDFDict ? { dict, end: parser.position } : undefined;
  }

  #locateAtOffset(number: number): LocatedObject | undefined {
    const { bytes } = this;
    const head = this.#head;
    let at = this.table.position(number) + this.base;
    const limit = Math.min(at + offsetSlack, bytes.length);
    at = skipSpace(bytes, at, limit);
    if (!head.objectHead(bytes, at, bytes.length) || head.number !== number) {
      this.fail(`object ${number} is not at its offset`);
      return undefined;
    }
    const { end: start, generation } = head;
    return { bytes, start, end: bytes.length, generation, inObjectStream: false };
  }

  #load(number: number): PDFObject | undefined {
    let next = number;
    for (let hops = 0; hops < maxHops; hops += 1) {
      const object = this.#parse(next);
      if (!(object instanceof PDFRef)) return object;
      next = object.objectNumber;
    }
    return undefined;
  }

  #parse(number: number): PDFObject | undefined {
    const located = this.locate(number);
    if (!located) return undefined;
    const { bytes, start, end, generation, inObjectStream } = located;
    const decryption = inObjectStream ? undefined : this.decryption?.of(number, generation);
    const parser = this.#parser(bytes, start, end, decryption?.string);
    const object = this.#parsed(parser, start);
    if (!(object instanceof PDFDict) || inObjectStream) return object;
    const extent = this.streams.extent(parser.position, this.#lengthOf(object));
    if (!extent) return object;
    this.reading.read(extent.end - extent.start);
    const contents = bytes.subarray(extent.start, extent.end);
    return PDFRawStream.of(object, decryption ? decryption.stream(contents, object) : contents);
  }

  #parser(bytes: Buffer, at: number, end: number, decrypt?: (bytes: Uint8Array) => Uint8Array): ObjectParser {
    return new ObjectParser(this.context, bytes, at, end, { maxDepth: this.budget.limits.depth, decrypt });
  }

  /** The parsed object; null if it is nested too deep. */
  #parsed(parser: ObjectParser, start: number): PDFObject | undefined {
    try {
      return parser.parse();
    } catch (error) {
      if (!(error instanceof NestingError)) throw error;
      this.note('object-unreadable');
      return PDFNull;
    } finally {
      this.reading.parsed(parser.position - start);
    }
  }

  #lengthOf(dict: PDFDict): number {
    const length = dict.get(keys.Length);
    if (length instanceof PDFRef) return this.integer(length.objectNumber);
    return length instanceof PDFNumber ? length.asNumber() : -1;
  }
}
