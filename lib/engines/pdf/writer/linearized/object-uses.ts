import { nameAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import type { PDFName } from '../../objects.ts';
import { PDFRef } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import type { ObjectGraph } from './object-graph.ts';

/** Entries of the catalog that a reader needs when it opens a document (PDF 32000-1, F.3.5). */
const openingKeys = new Set<PDFName>([
  keys.ViewerPreferences,
  keys.PageMode,
  keys.Threads,
  keys.OpenAction,
  keys.AcroForm,
]);

/** By whom an object is used, as flags. */
const Use = {
  /** By an entry of {@link openingKeys}. */
  opening: 1,
  /** The same, as the value of the entry itself. */
  opened: 2,
  outlines: 4,
  firstPage: 8,
  /** By thumbnails and by the rest of the document. */
  elsewhere: 16,
} as const;

/** The page of an object that several pages after the first use. */
const several = -1;

/**
 * The parts of a linearized file (PDF 32000-1, F.3.1). An object is in the first that applies. `ofSeveral` are objects
 * that several pages use, but not the first. `ofOne` are objects that one of these pages and other parts of the
 * document use; they do not belong to the page. `later` are what forms, threads and actions of the document need after
 * it was opened.
 */
export const placements = [
  'unused',
  'outlines',
  'opening',
  'later',
  'firstPage',
  'firstPageShared',
  'page',
  'ofOne',
  'ofSeveral',
  'others',
] as const;
export type Placement = (typeof placements)[number];

/**
 * What uses each object of a document: itself or by the objects that it refers to, to any depth. Each object is visited
 * at most twice for the pages, and once for each other use.
 */
export class ObjectUses {
  /** The object of the outline, if the document has one. */
  readonly outlines: number | undefined;
  /** Whether readers show the outline at once. */
  readonly opensOutlines: boolean;
  readonly #graph: ObjectGraph;
  readonly #flags: Uint8Array;
  /** By object the index of the page that uses it, {@link several}, or 0 for none but the first. */
  readonly #pages: Int32Array;
  #stack: number[] = [];

  /** @param pages the object numbers of the pages, in their order */
  constructor(graph: ObjectGraph, pages: readonly number[], { context }: OutputDocument) {
    this.#graph = graph;
    this.#flags = new Uint8Array(graph.size);
    this.#pages = new Int32Array(graph.size);
    const outlines = graph.catalog.get(keys.Outlines);
    if (outlines instanceof PDFRef && graph.exists(outlines.objectNumber))
      this.outlines = outlines.objectNumber;
    this.opensOutlines =
      this.outlines !== undefined && nameAt(graph.catalog, keys.PageMode) === 'UseOutlines';
    for (const [key, targets] of graph.catalogTargets()) this.#addEntry(key, targets);
    const { Info } = context.trailerInfo;
    this.#spread([...(Info ? graph.targetsIn(Info) : []), ...graph.thumbnails], Use.elsewhere);
    for (const [index, page] of pages.entries()) {
      if (index === 0) this.#spread(graph.targets(page), Use.firstPage);
      else this.#spreadPage(graph.targets(page), index);
    }
  }

  /** The index of the only page after the first that uses an object. */
  pageOf(number: number): number {
    return this.#pages[number] as number;
  }

  placement(number: number): Placement {
    const flags = this.#flags[number] as number;
    const page = this.#pages[number] as number;
    const isElsewhere = (flags & Use.elsewhere) !== 0;
    if (flags & Use.outlines) return 'outlines';
    if (flags & Use.opening) return flags & (Use.opened | Use.firstPage) ? 'opening' : 'later';
    if (flags & Use.firstPage) return isElsewhere || page !== 0 ? 'firstPageShared' : 'firstPage';
    if (page === several) return 'ofSeveral';
    if (page > 0) return isElsewhere ? 'ofOne' : 'page';
    return isElsewhere ? 'others' : 'unused';
  }

  #addEntry(key: PDFName, targets: readonly number[]): void {
    if (key === keys.Outlines) this.#spread(targets, Use.outlines);
    else if (!openingKeys.has(key)) this.#spread(targets, Use.elsewhere);
    else {
      this.#spread(targets, Use.opening);
      for (const target of targets) this.#mark(target, Use.opened);
      // A reader also needs the dictionaries of threads.
      if (key !== keys.Threads) return;
      for (const target of targets)
        for (const thread of this.#graph.targets(target)) this.#mark(thread, Use.opened);
    }
  }

  #mark(number: number, use: number): void {
    this.#flags[number] = (this.#flags[number] as number) | use;
  }

  /** Enters a use for objects and for all that they refer to. */
  #spread(numbers: Iterable<number>, use: number): void {
    this.#walk(numbers, (number) => {
      if ((this.#flags[number] as number) & use) return false;
      this.#mark(number, use);
      return true;
    });
  }

  #spreadPage(numbers: Iterable<number>, page: number): void {
    const pages = this.#pages;
    this.#walk(numbers, (number) => {
      const known = pages[number];
      if (known === page || known === several) return false;
      // All that an object of another page refers to is of that page too.
      pages[number] = known === 0 ? page : several;
      return true;
    });
  }

  /** Visits objects and their targets, to any depth. Does not go beyond an object for which `enter` is false. */
  #walk(numbers: Iterable<number>, enter: (number: number) => boolean): void {
    const graph = this.#graph;
    const stack = this.#stack;
    for (const number of numbers) if (enter(number)) stack.push(number);
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      const end = graph.start(number + 1);
      for (let index = graph.start(number); index < end; index += 1) {
        const target = graph.target(index);
        if (enter(target)) stack.push(target);
      }
    }
  }
}
