import { releaseBuffer } from '../../../../base/release-memory.ts';
import { PDFDict, type PDFName, PDFNull, type PDFObject, PDFRef } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import { DictEntries, type Extent } from '../../syntax/dict-entries.ts';
import { ReferenceScan } from '../../syntax/reference-scan.ts';
import { refOf } from '../../syntax/references.ts';
import { ObjectBytes } from './object-bytes.ts';

/** Objects of documents are nested less deeply. */
const maxDepth = Infinity;

/** What a reference to a number leads to. Pages and the catalog are entered from above only. */
const Target = { nothing: 0, object: 1, entrance: 2 } as const;

/**
 * The references between the objects of a document, found in their bytes. Left out are references to pages and to the
 * catalog, from pages to the page tree and to thumbnails, and to objects that do not exist. Stored in columns, because
 * a document has hundreds of thousands of objects.
 */
export class ObjectGraph {
  /** The highest object number plus one. */
  readonly size: number;
  readonly root: number;
  readonly catalog: PDFDict;
  /** The objects that the thumbnails of pages are. */
  readonly thumbnails: number[] = [];
  readonly #document: OutputDocument;
  readonly #bytes: ObjectBytes;
  readonly #scan = new ReferenceScan();
  readonly #kinds: Uint8Array;
  /** By number, where its targets start. */
  readonly #starts: Uint32Array<ArrayBuffer>;
  #targets = new Uint32Array(1024);
  #count = 0;

  /** @param pages the object numbers of the pages */
  constructor(document: OutputDocument, pages: Iterable<number>) {
    const { context, objects } = document;
    const { Root } = context.trailerInfo;
    if (!(Root instanceof PDFRef)) throw new Error('The document has no catalog');
    this.#document = document;
    this.#bytes = new ObjectBytes(document);
    this.size = context.largestObjectNumber + 1;
    this.root = Root.objectNumber;
    this.catalog = context.lookup(Root, PDFDict);
    this.#kinds = new Uint8Array(this.size);
    for (let number = 1; number < this.size; number += 1) {
      const parsed = objects.parsed(number);
      // A reference to null or to an absent object is null.
      const exists = parsed ? parsed !== PDFNull : objects.raw.has(number);
      this.#kinds[number] = exists ? Target.object : Target.nothing;
    }
    for (const page of pages) this.#kinds[page] = Target.entrance;
    this.#kinds[this.root] = Target.entrance;
    this.#starts = new Uint32Array(this.size + 1);
    for (let number = 1; number < this.size; number += 1) {
      this.#read(number);
      this.#starts[number + 1] = this.#count;
    }
  }

  /** Whether there is an object of that number. */
  exists(number: number): boolean {
    return (this.#kinds[number] ?? 0) !== Target.nothing;
  }

  /** Where the targets of an object start in {@link target}, and end for the object before it. */
  start(number: number): number {
    return this.#starts[number] as number;
  }

  /** The number of a target. */
  target(index: number): number {
    return this.#targets[index] as number;
  }

  /** The targets of an object. */
  targets(number: number): Uint32Array {
    return this.#targets.subarray(this.start(number), this.start(number + 1));
  }

  /** The targets of the values in the catalog, by key. */
  catalogTargets(): [PDFName, number[]][] {
    return this.catalog.entries().map(([key, value]) => [key, this.targetsIn(value)]);
  }

  /** The targets of a value. */
  targetsIn(value: PDFObject): number[] {
    const found: number[] = [];
    this.#bytes.readValue(value, (bytes, start, end) => {
      this.#each(bytes, start, end, (number) => found.push(number));
    });
    return found;
  }

  /** Frees the memory. Do not use the graph afterwards. */
  release(): void {
    for (const { buffer } of [this.#starts, this.#targets]) releaseBuffer(buffer);
  }

  #read(number: number): void {
    const kind = this.#kinds[number];
    if (kind === Target.nothing || number === this.root) return;
    if (kind === Target.entrance) this.#readPage(number);
    else {
      this.#bytes.read(number, (bytes, start, end) => {
        this.#addAll(bytes, start, end);
      });
    }
  }

  #readPage(number: number): void {
    const isRead = this.#bytes.read(number, (bytes, start, end) => {
      const entries = DictEntries.at(bytes, start, end, maxDepth);
      if (!entries?.wellFormed || entries.hasEscapes) return false;
      this.#readEntries(entries);
      return true;
    });
    if (isRead) return;
    // A parsed page is written without escapes in the keys that matter here.
    this.#document.objects.get(refOf(number));
    this.#bytes.read(number, (bytes, start, end) => {
      const entries = DictEntries.at(bytes, start, end, maxDepth);
      if (entries?.wellFormed) this.#readEntries(entries);
      else this.#addAll(bytes, start, end);
    });
  }

  /** Reads the entries of a page. */
  #readEntries(entries: DictEntries): void {
    const { bytes, start, end } = entries;
    const thumbnail = entries.extent('Thumb');
    if (thumbnail) {
      this.#each(bytes, thumbnail.start, thumbnail.end, (target) => this.thumbnails.push(target));
    }
    const skipped = [entries.extent('Parent'), thumbnail].filter((extent) => extent !== undefined);
    this.#each(bytes, start, end, (target, at) => {
      if (!skipped.some((extent) => isWithin(at, extent))) this.#add(target);
    });
  }

  #addAll(bytes: Buffer, start: number, end: number): void {
    this.#each(bytes, start, end, (target) => this.#add(target));
  }

  /** Calls `found` with each target between two positions and with the position of the reference. */
  #each(bytes: Buffer, start: number, end: number, found: (target: number, at: number) => void): void {
    const scan = this.#scan;
    for (let at = start; scan.next(bytes, at, end); at = scan.end) {
      if (this.#kinds[scan.number] === Target.object) found(scan.number, scan.start);
    }
  }

  #add(target: number): void {
    if (this.#count === this.#targets.length) {
      const previous = this.#targets;
      this.#targets = new Uint32Array(2 * previous.length);
      this.#targets.set(previous);
      releaseBuffer(previous.buffer);
    }
    this.#targets[this.#count] = target;
    this.#count += 1;
  }
}

const isWithin = (at: number, { start, end }: Extent): boolean => at >= start && at < end;
