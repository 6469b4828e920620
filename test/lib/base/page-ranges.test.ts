import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PageRangeError,
  parsePageRanges,
  resolvePageRange,
  spanText,
  unresolvedRanges,
} from '#lib/base/page-ranges.ts';

const resolve = (list: string, pages: number): string[] =>
  parsePageRanges(list).map((range) => spanText(resolvePageRange(range, pages)));

describe('page ranges', () => {
  it.each([
    ['1', ['1']],
    ['1-3', ['1-3']],
    ['5-5', ['5']],
    ['5-', ['5-7']],
    ['7-', ['7']],
    ['-2', ['6-7']],
    ['-7', ['1-7']],
    [' 1-3 ,\t5, 7- ', ['1-3', '5', '7']],
    ['3,1,3', ['3', '1', '3']],
    ['1-3,2-4', ['1-3', '2-4']],
    ['007', ['7']],
  ])('%j of seven pages is %j', (list, expected) => {
    expect(resolve(list, 7)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    ',',
    '1,',
    ',1',
    '1,,2',
    '-',
    'a',
    '1-2-3',
    '1 - 3',
    '1.5',
    '+1',
    '--1',
    '1–3',
    '٣',
    '0x1',
  ])('%j is not a list of ranges', (list) => {
    expect(() => parsePageRanges(list)).toThrow(PageRangeError);
  });

  it.each([
    ['4,097 zeros', `${'0'.repeat(4096)}x`, /^must have at most 4096 characters, not 4097$/],
    ['60,000 zeros', `${'0'.repeat(60_000)}x`, /^must have at most 4096 characters, not 60001$/],
    ['4,095 zeros', `${'0'.repeat(4095)}x`, /^'0{40}…' is not a range/],
  ])('%s and a letter are rejected', (_, list, message) => {
    expect(() => parsePageRanges(list)).toThrow(message);
  });

  it.each([
    ['0', /page 0/],
    ['0-3', /page 0/],
    ['-0', /page 0/],
    ['7-3', /'7-3' ends before it starts/],
  ])('%j is rejected', (list, message) => {
    expect(() => parsePageRanges(list)).toThrow(message);
  });

  it.each(['8', '7-8', '8-', '-8', '99999999999999999999'])(
    '%j reaches past seven pages, and the error names both',
    (list) => {
      expect(() => resolve(list, 7)).toThrow(`'${list}' is past the end of the document, which has 7 pages`);
    },
  );

  it('resolves every span inside the document to itself', () => {
    const spans = fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }))
      .map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }));
    fc.assert(
      fc.property(fc.array(spans, { minLength: 1, maxLength: 200 }), (list) => {
        const text = list.map(({ first, last }) => `${first}-${last}`).join(' , ');
        expect(parsePageRanges(text).map((range) => resolvePageRange(range, 5000))).toEqual(list);
      }),
    );
  });

  it('fails only with a PageRangeError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d ,-]{0,20}$/)), fc.nat(20), (list, pages) => {
        try {
          for (const range of parsePageRanges(list)) {
            const { first, last } = resolvePageRange(range, pages);
            expect(first >= 1 && first <= last && last <= pages).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof PageRangeError)) throw error;
        }
      }),
    );
  });
});

describe('page ranges of a document before its layout', () => {
  const unresolved = (list: string): string => unresolvedRanges(parsePageRanges(list));

  it.each([
    [' 1-3 , 5,7-', '1-3,5,7-'],
    ['4-4', '4'],
    // Longer than the part that messages quote.
    [`${'0'.repeat(60)}7-${'0'.repeat(60)}9`, '7-9'],
    ['100000', '100000'],
  ])('%j are %j', (list, expected) => {
    expect(unresolved(list)).toBe(expected);
  });

  it.each(['-2', '1,-1', '100001', '1-100001', '4294967297-', '9'.repeat(60)])('are not %j', (list) => {
    expect(() => unresolved(list)).toThrow(PageRangeError);
  });
});
