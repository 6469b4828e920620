import { describe, expect, it } from 'vitest';
import { endOfString } from '#lib/engines/pdf/syntax/lexer.ts';

const KiB = 1024;
const endIn = (text: string): number => endOfString(Buffer.from(text, 'latin1'), 0, text.length);

describe('the end of a string', () => {
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

  it('is found in linear time in an object of many long strings', () => {
    const string = `(${'x'.repeat(70 * KiB)})`;
    const bytes = Buffer.from(string.repeat(600), 'latin1');
    const start = process.cpuUsage();
    let at = 0;
    for (; at < bytes.length; at = endOfString(bytes, at, bytes.length)) expect(at).toBeGreaterThanOrEqual(0);
    expect(at).toBe(bytes.length);
    // 42 MB, of which each string searched the rest before.
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
