import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOfString } from '#lib/engines/pdf/syntax/lexer.ts';

const KiB = 1024;
const endIn = (text: string): number => endOfString(Buffer.from(text, 'latin1'), 0, text.length);

describe('the end of a string', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ['short', '(a(b)\\)c) d', 9],
    ['of 300 KiB', `(${'x'.repeat(300 * KiB)}) endobj`, 300 * KiB + 2],
    ['with the word that ends objects, if it is short', `(a endobj b) endobj`, 12],
  ])('is found if it is %s', (_, text, end) => {
    expect(endIn(text)).toBe(end);
  });

  it.each([
    ['the end of its object', `(${'x'.repeat(300 * KiB)} endobj )`, 300 * KiB + 2],
    [
      'the end of its object at an edge of the search',
      `(${'x'.repeat(128 * KiB - 4)}endobj ${'x'.repeat(300 * KiB)})`,
      128 * KiB - 3,
    ],
    ['the end of the data', `(${'x'.repeat(300 * KiB)}`, 300 * KiB + 1],
    ['its escaped end', '(a\\)', 4],
  ])('is %s if it does not close', (_, text, end) => {
    expect(endIn(text)).toBe(~end);
  });

  it('is found in an object of many long strings without a search of the rest for each', () => {
    const bytes = Buffer.from(`(${'x'.repeat(70 * KiB)})`.repeat(60), 'latin1');
    const search = vi.spyOn(Buffer.prototype, 'indexOf');
    let at = 0;
    for (; at < bytes.length; at = endOfString(bytes, at, bytes.length)) expect(at).toBeGreaterThanOrEqual(0);
    expect(at).toBe(bytes.length);
    const contexts = search.mock.contexts as Buffer[];
    const searched = contexts.reduce((sum, { length }) => sum + length, 0);
    expect(searched).toBeGreaterThan(0);
    expect(searched).toBeLessThan(2 * bytes.length);
  });
});
