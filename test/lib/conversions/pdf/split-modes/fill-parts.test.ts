import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillParts } from '#lib/conversions/pdf/split-modes/fill-parts.ts';

interface Attempt {
  start: number;
  count: number;
  size: number | undefined;
}

/**
 * Fills parts with pages of these sizes.
 *
 * @param weights what the search believes that the pages take
 * @param fixed bytes that every part takes beside its pages
 * @param least the pages without which no part can be made
 */
function fill(sizes: readonly number[], maxBytes: number, { weights = sizes, fixed = 0, least = 1 } = {}) {
  const attempts: Attempt[] = [];
  const parts = fillParts<Attempt>({
    pageCount: sizes.length,
    maxBytes,
    weights: { restart: () => undefined, add: (index) => weights[index] ?? 0 },
    make(start, count) {
      const size = sizes.slice(start, start + count).reduce((sum, each) => sum + each, fixed);
      const attempt = { start, count, size: count < least ? undefined : size };
      attempts.push(attempt);
      return attempt;
    },
    sizeOf: ({ size }) => size,
  });
  return { parts: [...parts], attempts };
}

/** The greatest runs that fit, one page at a time. */
function greedy(sizes: readonly number[], maxBytes: number, fixed: number): number[] {
  const counts: number[] = [];
  let room = 0;
  for (const size of sizes) {
    if (counts.length === 0 || size > room) {
      counts.push(1);
      room = maxBytes - fixed - size;
    } else {
      counts.push((counts.pop() ?? 0) + 1);
      room -= size;
    }
  }
  return counts;
}

const sizes = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 300 });

describe('parts by size', () => {
  it('have as many pages as fit, whatever the weights say', () => {
    const weight = fc.array(fc.nat(2000), { minLength: 300, maxLength: 300 });
    const limits = fc.record({ maxBytes: fc.integer({ min: 1, max: 5000 }), fixed: fc.nat(500) });
    fc.assert(
      fc.property(sizes, weight, limits, (all, weights, { maxBytes, fixed }) => {
        const { parts } = fill(all, maxBytes, { weights, fixed });
        expect(parts.map(({ count }) => count)).toEqual(greedy(all, maxBytes, fixed));
        expect(parts.every(({ start, count, made }) => made.start === start && made.count === count)).toBe(
          true,
        );
      }),
    );
  });

  it('take about two attempts each if weights and sizes differ by a factor and a fixed size', () => {
    const all = Array.from({ length: 10_000 }, (_, index) => 500 + ((index * 7919) % 1000));
    const weights = all.map((size) => size * 3);
    const { parts, attempts } = fill(all, 100_000, { weights, fixed: 20_000 });
    expect(attempts.length).toBeLessThan(2.5 * parts.length);
    expect(attempts.reduce((sum, { count }) => sum + count, 0)).toBeLessThan(2.5 * all.length);
  });

  it('take few attempts if the weights mislead', () => {
    const all = Array.from({ length: 5000 }, (_, index) => (index % 100 === 0 ? 50_000 : 100));
    for (const weights of [
      all.map(() => 1),
      all.map(() => 0),
      [1e9, ...all.map(() => 1)],
      all.toReversed(),
    ]) {
      const { parts, attempts } = fill(all, 120_000, { weights });
      expect(attempts.length).toBeLessThan(20 * parts.length);
      const pages = attempts.reduce((sum, { count }) => sum + count, 0);
      expect(pages).toBeLessThan(40 * all.length);
    }
  });

  it('are longer than attempts that are too short to be made', () => {
    const { parts } = fill(Array<number>(20).fill(100), 1000, {
      least: 5,
      weights: Array<number>(20).fill(400),
    });
    expect(parts.map(({ count }) => count)).toEqual([10, 10]);
    const short = fill(Array<number>(12).fill(100), 1000, { least: 5 });
    expect(short.parts.map(({ made }) => made.size)).toEqual([1000, undefined]);
  });
});
