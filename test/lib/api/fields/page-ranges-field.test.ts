import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageRangesField, pageRangesPattern } from '#lib/api/fields/page-ranges-field.ts';

const field = pageRangesField('Pages.', 200);

describe('the pattern of page ranges', () => {
  const pattern = new RegExp(pageRangesPattern({ fromEnd: true, most: 200 }));

  it('matches what the field accepts, except for the order of a range', () => {
    const piece = fc.constantFrom('0', '1', '12', '007', '-', ',', ' ', '\t', 'a', '');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const list = pieces.join('');
        const { error } = field.safeParse(list);
        fc.pre(!error?.issues[0]?.message.endsWith('ends before it starts'));
        expect([list, pattern.test(list)]).toEqual([list, error === undefined]);
      }),
      { numRuns: 3000 },
    );
  });

  it('counts the items', () => {
    const list = (items: number) => Array<string>(items).fill('1').join(',');
    expect(pattern.test(list(200))).toBe(true);
    expect(pattern.test(list(201))).toBe(false);
    expect(field.safeParse(list(201)).success).toBe(false);
  });

  it('limits only the length of other lists', () => {
    const list = Array.from({ length: 1000 }, (_, index) => 1000 - index).join(',');
    expect(pageRangesField('Pages.').safeParse(list).success).toBe(true);
    expect(pageRangesField('Pages.').safeParse(`${list},${list}`).success).toBe(false);
  });

  it('excludes the last pages when they cannot be counted', () => {
    const forward = new RegExp(pageRangesPattern({ fromEnd: false }));
    expect(forward.test('1-3,5-')).toBe(true);
    expect(forward.test('-2')).toBe(false);
  });
});
