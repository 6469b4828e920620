import { describe, expect, it } from 'vitest';
import { parseBookmarks } from '#lib/gotenberg/fields/bookmarks.ts';

const children: never[] = [];

describe('bookmarks', () => {
  it.each([
    ['[{"Title":"x","PAGE":2,"foo":1}]', { all: [{ title: 'x', page: 2, children }] }],
    ['[{"title":"x","page":2,"children":null}]', { all: [{ title: 'x', page: 2, children }] }],
    ['null', { all: [] }],
    ['{"a.pdf":null}', { byFile: { 'a.pdf': [] } }],
    [
      '{"a.pdf":[{"title":"x","page":1,"Children":[{"TITLE":"y","page":2}]}]}',
      { byFile: { 'a.pdf': [{ title: 'x', page: 1, children: [{ title: 'y', page: 2, children }] }] } },
    ],
  ])('%s are read as by Go', (text, expected) => {
    expect(parseBookmarks(text)).toEqual(expected);
  });

  it.each([
    '"a"',
    '[1]',
    '[{"title":1}]',
    '[{"title":"x","page":"1"}]',
    '[{"title":"x","page":1.5}]',
    '{"a.pdf":1}',
    '[',
  ])('%s are none', (text) => {
    expect(() => parseBookmarks(text)).toThrow('unmarshal bookmarks: ');
  });

  it('are not nested without end', () => {
    const text = '[{"title":"x","page":1,"children":'.repeat(20_000) + '[]' + '}]'.repeat(20_000);
    expect(() => parseBookmarks(text)).toThrow('exceeded max depth');
  });
});
