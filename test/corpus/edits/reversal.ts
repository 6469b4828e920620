import { limits } from '#lib/base/limits.ts';

/** Pages `first` to `last`, counted from 1. */
interface Block {
  first: number;
  last: number;
}

/** An order of pages, as the field `pages` and as the place of each page. */
export interface Reversal {
  /** The pages in reverse. */
  forth: string;
  /** The pages of that result in reverse: the first order again. */
  back: string;
  /** The place of a page in the reversed document. */
  pageOf: (page: number) => number;
}

/** Reverses pages; by blocks if there are more than the items that `pages` may have. */
export function reversalOf(pageCount: number): Reversal {
  const size = Math.ceil(pageCount / limits.splitRanges);
  const blocks: Block[] = [];
  for (let first = 1; first <= pageCount; first += size) {
    blocks.push({ first, last: Math.min(first + size - 1, pageCount) });
  }
  const placed = blocks.map(({ first, last }) => ({
    first: pageCount - last + 1,
    last: pageCount - first + 1,
  }));
  return {
    forth: listed(blocks.toReversed()),
    back: listed(placed),
    pageOf: (page) => {
      const index = Math.floor((page - 1) / size);
      return (placed[index]?.first ?? 0) + page - (blocks[index]?.first ?? 0);
    },
  };
}

const listed = (blocks: readonly Block[]): string =>
  blocks.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(',');
