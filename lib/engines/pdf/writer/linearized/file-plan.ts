import type { OutputDocument } from '../../output/output-document.ts';
import { Containers } from './containers.ts';
import type { ObjectGraph } from './object-graph.ts';
import type { ObjectUses, Placement } from './object-uses.ts';

/** A range of containers. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The order of a linearized file (PDF 32000-1, F.3): containers for the opening of the document (part 4), for the first
 * page (part 6), for each further page (part 7), for several of them (part 8), and for everything else (part 9).
 */
export class FilePlan {
  readonly containers: Containers;
  readonly firstPage: Span;
  /** Of the second page, and so on. */
  readonly furtherPages: readonly Span[];
  readonly shared: Span;
  /** Of the outline, which is in the first of them. */
  readonly outlines: Span;
  /** Containers whose objects refer to each other only, and are in none of the spans above. */
  readonly deadEnds: readonly Span[];
  readonly #uses: ObjectUses;
  readonly #placed = new Map<Placement, number[]>();
  /** By the index of a page the objects that nothing else uses. */
  readonly #ofPages: number[][] = [];

  /**
   * @param pages the object numbers of the pages, in their order
   * @param packs whether there may be object streams
   */
  constructor(
    document: OutputDocument,
    graph: ObjectGraph,
    uses: ObjectUses,
    pages: readonly number[],
    packs = true,
  ) {
    const [firstPage = 0, ...furtherPages] = pages;
    this.#uses = uses;
    this.#sort(graph, new Set(pages));
    this.containers = new Containers(document, packs);
    const { containers } = this;
    let outlines: Span | undefined;
    containers.add([graph.root], false);
    this.#pack('opening');
    this.firstPage = this.#span(() => {
      containers.add([firstPage], false);
      this.#pack('firstPage');
      this.#pack('firstPageShared');
      if (uses.opensOutlines) outlines = this.#span(() => this.#addOutlines());
    });
    this.furtherPages = furtherPages.map((page, index) =>
      this.#span(() => {
        containers.add([page], false);
        containers.pack(this.#ofPages[index + 1] ?? []);
      }),
    );
    const ofOnePage: (readonly number[])[] = [];
    this.shared = this.#span(() => {
      this.#pack('ofSeveral');
      this.#packOfOne(ofOnePage);
    });
    for (const members of ofOnePage) containers.add(members, members.length > 1);
    const later = this.#span(() => this.#pack('later'));
    this.#pack('others');
    this.outlines = outlines ?? this.#span(() => this.#addOutlines());
    this.deadEnds = outlines ? [] : [{ start: 0, end: this.firstPage.start }, later, this.outlines];
  }

  #sort(graph: ObjectGraph, pages: ReadonlySet<number>): void {
    for (let number = 1; number < graph.size; number += 1) {
      if (!graph.exists(number) || number === graph.root || pages.has(number)) continue;
      const placement = this.#uses.placement(number);
      if (placement === 'page') (this.#ofPages[this.#uses.pageOf(number)] ??= []).push(number);
      else {
        const placed = this.#placed.get(placement);
        if (placed) placed.push(number);
        else this.#placed.set(placement, [number]);
      }
    }
  }

  /** Adds containers by `add`. Returns what was added. */
  #span(add: () => void): Span {
    const start = this.containers.count;
    add();
    return { start, end: this.containers.count };
  }

  #pack(placement: Placement): void {
    this.containers.pack(this.#placed.get(placement) ?? []);
  }

  /**
   * Adds object streams with objects that further pages use and other parts of the document too. Such a stream is used
   * by several pages. Containers of one page are returned in `rest`.
   */
  #packOfOne(rest: (readonly number[])[]): void {
    const uses = this.#uses;
    const objects = this.#placed.get('ofOne') ?? [];
    objects.sort((a, b) => uses.pageOf(a) - uses.pageOf(b) || a - b);
    this.containers.pack(objects, (members, isObjectStream) => {
      const page = uses.pageOf(members[0] as number);
      const isOfSeveral = members.some((number) => uses.pageOf(number) !== page);
      if (isOfSeveral) this.containers.add(members, isObjectStream);
      else rest.push(members);
    });
  }

  #addOutlines(): void {
    const { outlines } = this.#uses;
    const found: { members: readonly number[]; isObjectStream: boolean }[] = [];
    if (outlines === undefined) return;
    this.containers.pack(this.#placed.get('outlines') ?? [], (members, isObjectStream) => {
      const container = { members, isObjectStream };
      if (members.includes(outlines)) found.unshift(container);
      else found.push(container);
    });
    for (const { members, isObjectStream } of found) this.containers.add(members, isObjectStream);
  }
}
