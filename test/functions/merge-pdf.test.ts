import { describe, expect, it } from 'vitest';
import { contract } from '#lib/api/contracts/merge-pdf.ts';
import { faultsOf } from '#lib/http/field-fault.ts';

const { fields } = contract.body;

const faults = (texts: Record<string, string>) => {
  const { success, error } = fields.safeParse(texts, { reportInput: true });
  return success ? [] : error.issues.flatMap((issue) => faultsOf(issue));
};

describe('the fields of a merge', () => {
  it('are parsed', () => {
    const parsed = fields.parse({
      pages: '["1-3, -1", null]',
      passwords: '[null, "secret"]',
      outline: 'files',
      metadata: '{"title": "A", "Case number": "17"}',
    });
    expect(parsed).toMatchObject({
      pages: [
        [
          { kind: 'span', first: 1, last: 3 },
          { kind: 'last', count: 1 },
        ],
        null,
      ],
      passwords: [null, 'secret'],
      outline: 'files',
      metadata: { title: 'A', 'Case number': '17' },
    });
  });

  it('have defaults', () => {
    expect(fields.parse({})).toEqual({ outline: 'keep', fileName: '' });
  });

  it.each<[Record<string, string>, string, string, RegExp]>([
    [{ pages: '1-3' }, 'invalid-field', 'pages', /must be JSON/],
    [{ pages: '"1-3"' }, 'invalid-field', 'pages', /must be an array/],
    [{ pages: '[null, 3]' }, 'invalid-field', 'pages[1]', /must be a string/],
    [{ pages: '[null, "3-1"]' }, 'invalid-range', 'pages[1]', /ends before it starts/],
    [{ passwords: '[1]' }, 'invalid-field', 'passwords[0]', /must be a string or null/],
    [{ outline: 'all' }, 'invalid-field', 'outline', /keep, files or none/],
    [{ metadata: '[]' }, 'invalid-field', 'metadata', /must be an object/],
    [{ metadata: 'null' }, 'invalid-field', 'metadata', /must be an object/],
    [{ metadata: '{"title": 1}' }, 'invalid-field', 'metadata.title', /must be a string/],
    [{ metadata: '{"title": "a", "Title": "b"}' }, 'invalid-field', 'metadata.Title', /must not be repeated/],
    [{ metadata: '{"CreationDate": "today"}' }, 'invalid-field', 'metadata.CreationDate', /must be a date/],
    [{ metadata: '{"a\\u0000b": "c"}' }, 'invalid-field', 'metadata.a\0b', /must be a name/],
    [{ metadata: `{"title": "${'x'.repeat(10_001)}"}` }, 'invalid-field', 'metadata.title', /at most 10000/],
  ])('%j is rejected', (texts, code, field, message) => {
    expect(faults(texts)).toEqual([{ code, field, message: expect.stringMatching(message) as string }]);
  });

  it('take names that mean something to JavaScript for names', () => {
    expect(faults({ metadata: '{"constructor": "a", "toString": "b"}' })).toEqual([]);
  });
});
