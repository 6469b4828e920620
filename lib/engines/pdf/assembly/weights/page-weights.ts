import { structuralNumbers } from '../../copier/object-numbers.ts';
import { measureObject, type MeasuredObject } from '../../reader/measured-object.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { PageRoots } from './page-roots.ts';

/** The share of their size that packed objects and newly compressed streams have in a result. */
const compressed = 0.3;

/** The objects that are counted for one page. Few pages have more, and an estimate need not be exact. */
const maxObjects = 256;

/**
 * Estimates how many bytes each page adds to a document that has the pages before it. An object that several pages share
 * is counted once. Nothing is parsed except the pages and the contents of those that share resources.
 */
export class PageWeights {
  readonly #source: PdfSource;
  readonly #roots: PageRoots;
  readonly #measured = new Map<number, MeasuredObject>();
  /** By object number: the document that has counted the object, or a negative number if it never counts. */
  readonly #countedBy: Int32Array;
  #document = 0;

  constructor(source: PdfSource) {
    this.#source = source;
    this.#roots = new PageRoots(source, (number) => this.#measure(number));
    // The catalog, the page tree and pages other than the counted one do not come along.
    this.#countedBy = structuralNumbers(source).slice();
  }

  /** Starts another document, which has no page yet. */
  restart(): void {
    this.#document += 1;
  }

  /** Adds a page to the document. Returns the bytes that it adds, about. */
  add(index: number): number {
    const page = this.#source.pages[index];
    if (!page) throw new RangeError(`the source has no page ${index}`);
    let weight = weightOf(this.#measure(page.ref.objectNumber));
    const open = this.#roots.of(page).filter((number) => this.#count(number));
    for (let next = 0; next < open.length && next < maxObjects; next += 1) {
      const measured = this.#measure(open[next] as number);
      weight += weightOf(measured);
      for (const number of measured.references) if (this.#count(number)) open.push(number);
    }
    return weight;
  }

  /** Whether an object is new to the document. It is not afterwards. */
  #count(number: number): boolean {
    const by = this.#countedBy[number];
    if (by === undefined || by < 0 || by === this.#document) return false;
    this.#countedBy[number] = this.#document;
    return true;
  }

  #measure(number: number): MeasuredObject {
    let measured = this.#measured.get(number);
    if (!measured) this.#measured.set(number, (measured = measureObject(this.#source.file, number)));
    return measured;
  }
}

const weightOf = ({ head, data, encoded }: MeasuredObject): number =>
  data === 0 ? head * compressed : head + data * (encoded ? 1 : compressed);
