import { describe, expect, it } from 'vitest';
import { pageIndices } from '#lib/base/page-ranges.ts';
import { PageSelection, PageSelectionError } from '#lib/base/page-selection.ts';

const pagesOf = (text: string, count: number, options?: { allByDefault: boolean }): number[] =>
  new PageSelection(text)
    .spans(count, options)
    .flatMap(pageIndices)
    .map((index) => index + 1);

describe('a page selection', () => {
  // As pdfcpu 0.15 selects them.
  it.each<[text: string, count: number, pages: number[]]>([
    ['', 3, [1, 2, 3]],
    ['2', 3, [2]],
    ['007', 9, [7]],
    ['3,1', 3, [1, 3]],
    ['1,1', 3, [1]],
    ['2-', 3, [2, 3]],
    ['2-3', 5, [2, 3]],
    ['-2', 3, [1, 2]],
    ['-3', 3, [1, 2, 3]],
    ['-9', 3, [1, 2, 3]],
    ['even', 5, [2, 4]],
    ['odd', 5, [1, 3, 5]],
    ['even', 1, []],
    ['l', 3, [3]],
    ['l-1', 3, [2]],
    ['l-3', 3, []],
    ['l-1-', 3, [2, 3]],
    ['l-3-', 3, []],
    ['-l', 3, [1, 2, 3]],
    ['-l-1', 3, [1, 2]],
    ['-l-3', 3, []],
    ['2-l', 3, [2, 3]],
    ['1-l-1', 3, [1, 2]],
    ['3-l-1', 3, []],
    ['2-9', 3, [2, 3]],
    ['7', 3, []],
    ['7,1', 3, [1]],
    ['9-', 3, []],
    ['3-1', 3, []],
    ['!2', 3, []],
    ['1-,!2', 3, [1, 3]],
    ['1-,n2', 3, [1, 3]],
    ['-l,!l', 3, [1, 2]],
    ['!2,1-3', 3, [1, 2, 3]],
    ['1-3,!2,2', 5, [1, 2, 3]],
    ['n2,odd', 3, [1, 3]],
    ['!2,even', 5, [4]],
    ['!-2,1-4', 5, [1, 2, 3, 4]],
    ['1-,!4-', 5, [1, 2, 3]],
  ])('%j of %i pages is %j', (text, count, pages) => {
    expect(pagesOf(text, count)).toEqual(pages);
  });

  it.each<[text: string, pages: number[]]>([
    ['7', [1, 2, 3]],
    ['9-', [1, 2, 3]],
    ['3-1', [1, 2, 3]],
    ['2', [2]],
    // Page 2 is a page of the document.
    ['!2', []],
  ])('%j of 3 pages, with all pages by default, is %j', (text, pages) => {
    expect(pagesOf(text, 3, { allByDefault: true })).toEqual(pages);
  });

  it.each([
    'a',
    '1,',
    ',1',
    '1, 3',
    '0',
    '0-2',
    '-0',
    '!',
    '!even',
    '1-2-3',
    'l-',
    'z',
    'r1',
    '1-5:even',
    '1,'.repeat(3000),
  ])('%j is not one', (text) => {
    expect(() => new PageSelection(text)).toThrow(PageSelectionError);
  });

  it('does not count beyond the document', () => {
    expect(new PageSelection('1-999999999999999').spans(2)).toEqual([{ first: 1, last: 2 }]);
  });
});
