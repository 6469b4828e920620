import { describe, expect, it } from 'vitest';
import { limits } from '#lib/base/limits.ts';
import { parsePageRanges, resolvePageRanges } from '#lib/base/page-ranges.ts';
import { reversalOf } from './reversal.ts';

const pagesIn = (ranges: string, count: number): number[] =>
  resolvePageRanges(parsePageRanges(ranges), count).spans.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );

describe('reversalOf', () => {
  it('reverses pages', () => {
    expect(reversalOf(3)).toMatchObject({ forth: '3,2,1', back: '3,2,1' });
  });

  it.each([1, 2, limits.splitRanges, limits.splitRanges + 1, 999])(
    'restores the order of %i pages',
    (count) => {
      const { forth, back, pageOf } = reversalOf(count);
      expect(forth.split(',').length).toBeLessThanOrEqual(limits.splitRanges);
      const reversed = pagesIn(forth, count);
      const pages = reversed.toSorted((a, b) => a - b);
      expect(pages.map((page) => reversed[pageOf(page) - 1])).toEqual(pages);
      expect(pagesIn(back, count).map((place) => reversed[place - 1])).toEqual(pages);
    },
  );
});
