import { keys } from '../../keys.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { bytesOf, dictAt, isString, resolved } from '../lookup.ts';
import { readNameTree } from '../trees/name-tree.ts';
import { perSource } from '../per-source.ts';
import { elementIn, pageOfElement } from '../structure/structure-destinations.ts';

/** A place in a document (PDF 32000-1, 12.3.2). */
export interface Destination {
  /** The index of the page in the source, from 0. */
  page: number;
  /** The elements of the array after the page. */
  view: readonly PDFObject[];
  /** The structure element that the destination leads to. Its content begins on the page. */
  element?: PDFRef | undefined;
}

/** The destinations of one source. */
class Destinations {
  /**
   * Destinations of the name tree and of the older dictionary, by the bytes of their names. Names that lead nowhere are
   * left out.
   */
  readonly named: ReadonlyMap<string, Destination>;
  readonly #source: PdfSource;
  #pageIndices: ReadonlyMap<PDFRef, number> | undefined;

  constructor(source: PdfSource) {
    this.#source = source;
    const named = new Map<string, Destination>();
    const add = (name: string | undefined, value: PDFObject) => {
      const destination = this.#explicit(value);
      if (name !== undefined && destination && !named.has(name)) named.set(name, destination);
    };
    const names = dictAt(source.catalog, keys.Names);
    for (const [name, value] of readNameTree(names && dictAt(names, keys.Dests))) add(name, value);
    for (const [name, value] of dictAt(source.catalog, keys.Dests)?.entries() ?? [])
      add(bytesOf(name), value);
    this.named = named;
  }

  /**
   * The place that `value`, an explicit or named destination, leads to; undefined if it is not on a page of the source.
   */
  resolve(value: PDFObject | undefined): Destination | undefined {
    const target = resolved(this.#source.context, value);
    if (isString(target) || target instanceof PDFName) return this.named.get(bytesOf(target) ?? '');
    return this.#explicit(target);
  }

  #explicit(value: PDFObject | undefined): Destination | undefined {
    const { context, pages } = this.#source;
    let target = resolved(context, value);
    // The value of a name may be a dictionary that holds the destination.
    if (target instanceof PDFDict) target = resolved(context, target.get(keys.D) ?? target.get(keys.SD));
    if (!(target instanceof PDFArray)) return undefined;
    const [first, ...view] = target.asArray();
    if (first instanceof PDFRef) {
      // In reverse, so that a page which is listed twice is found at its first position.
      this.#pageIndices ??= new Map(pages.map(({ ref }, index): [PDFRef, number] => [ref, index]).reverse());
      const page = this.#pageIndices.get(first);
      if (page !== undefined) return { page, view };
      const element = elementIn(this.#source, target);
      const begins = element && pageOfElement(this.#source, element);
      const itsPage = begins && this.#pageIndices.get(begins);
      return itsPage === undefined ? undefined : { page: itsPage, view, element };
    }
    // Page numbers are for destinations in other files. Readers accept them in this file too.
    const number = first instanceof PDFNumber ? first.asNumber() : NaN;
    return number in pages ? { page: number, view } : undefined;
  }
}

export const destinationsOf = perSource((source) => new Destinations(source));
