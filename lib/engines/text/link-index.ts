import type { Box, LinkArea } from './glyph.ts';

/** Links of a page that are read. Real pages have hundreds. */
const mostLinks = 5000;

/** The height of the strips that a page is divided into, in points. */
const stripHeight = 32;

/** Finds the links of a page by their position. */
export class LinkIndex {
  readonly #strips = new Map<number, LinkArea[]>();

  constructor(links: readonly LinkArea[], pageHeight: number) {
    for (const link of links.slice(0, mostLinks)) {
      for (const strip of stripsOf(link.box, pageHeight)) {
        const areas = this.#strips.get(strip);
        if (areas) areas.push(link);
        else this.#strips.set(strip, [link]);
      }
    }
    this.#pageHeight = pageHeight;
  }

  readonly #pageHeight: number;

  /** The links that overlap a box. */
  within(box: Box): LinkArea[] {
    if (this.#strips.size === 0) return [];
    const found = new Set<LinkArea>();
    for (const strip of stripsOf(box, this.#pageHeight)) {
      for (const link of this.#strips.get(strip) ?? []) if (overlaps(link.box, box)) found.add(link);
    }
    return [...found];
  }
}

function* stripsOf({ top, bottom }: Box, pageHeight: number): Generator<number> {
  const last = Math.floor(Math.min(bottom, pageHeight) / stripHeight);
  for (let strip = Math.floor(Math.max(0, top) / stripHeight); strip <= last; strip += 1) yield strip;
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
