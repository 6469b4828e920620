import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { placeOfBookmark } from '#lib/api/fields/finishing/bookmark.ts';
import { finishingFields } from '#lib/api/fields/finishing/finishing-fields.ts';
import { finishingOptions } from '#lib/api/options/finishing.ts';
import { faultsOf } from '#lib/http/field-fault.ts';

const fields = z.strictObject(finishingFields);

/** The faults of a field's text, by place. */
function faults(name: keyof typeof finishingFields, value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const result = fields.safeParse({ [name]: text }, { reportInput: true });
  return (result.error?.issues ?? []).flatMap(faultsOf).map(({ field, message }) => `${field} ${message}`);
}

const parsed = (texts: Record<string, unknown>) =>
  fields.parse(
    Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, JSON.stringify(value)])),
  );

describe('finishing options', () => {
  it('survive the record of a job', () => {
    const options = parsed({
      rotate: [{ pages: '1-3,-2', angle: 90 }, { angle: 180 }],
      flatten: true,
      bookmarks: [{ title: 'a', page: 1, children: [{ title: 'b', page: 2 }] }],
      metadata: { title: 'T', author: null, '*': null },
      attachmentsMetadata: { 'a.xml': { mimeType: 'text/xml', relationship: 'Data' } },
      form: { name: 'Ada', 'a.b': null, check: true, list: ['x', 'y'], amount: 1.5 },
      watermark: { text: 'Draft' },
      stamp: [{ file: 'logo.png', pages: '1', offset: [-10, 20] }],
      protect: { userPassword: 'u', permissions: ['print'] },
      linearize: true,
    });
    const stored: unknown = JSON.parse(JSON.stringify(options));
    expect(finishingOptions.parse(stored)).toEqual(options);
  });
});

describe('rotate', () => {
  it('accepts an angle for all pages', () => {
    expect(parsed({ rotate: 270 }).rotate).toEqual([{ angle: 270 }]);
  });

  it.each([
    ['45', 'rotate must be 90, 180 or 270'],
    ['-90', 'rotate must be 90, 180 or 270'],
    ['left', 'rotate must be JSON: [{"pages":"1-3","angle":90}]'],
    ['"90"', 'rotate must be 90, 180, 270, or a JSON array of objects with pages and angle'],
    ['{"angle":90}', 'rotate must be 90, 180, 270, or a JSON array of objects with pages and angle'],
    ['[{"angle":91}]', 'rotate[0].angle must be 90, 180 or 270'],
    ['[{"angle":90,"page":1}]', 'rotate[0] has unknown properties: page; valid properties are pages, angle'],
    ['[{"angle":90,"pages":"0"}]', "rotate[0].pages '0' includes page 0: page numbers start at 1"],
  ])('rejects %s', (text, message) => {
    expect(faults('rotate', text)).toEqual([message]);
  });
});

describe('flatten', () => {
  it.each([
    ['true', 'all'],
    ['forms', 'forms'],
    ['annotations', 'annotations'],
    ['false', undefined],
  ])('%s means %s', (flatten, scope) => {
    expect(fields.parse({ flatten }).flatten).toBe(scope);
  });

  it('rejects other values', () => {
    expect(faults('flatten', 'yes')).toEqual(['flatten must be true, forms, annotations or false']);
  });
});

describe('form', () => {
  it('is a list of fields, in which numbers are text', () => {
    expect(parsed({ form: { a: 1.5, b: true } }).form).toEqual([
      { name: 'a', value: '1.5' },
      { name: 'b', value: true },
    ]);
    const { form } = fields.parse({ form: '{"__proto__":"x"}' });
    expect(form).toEqual([{ name: '__proto__', value: 'x' }]);
  });

  it.each([
    ['[]', 'form must be an object that maps full field names to values'],
    ['7', 'form must be an object that maps full field names to values'],
    ['{"a":{}}', 'form.a must be a string, a number, true, false, null, or an array of strings'],
    ['{"a":[1]}', 'form.a must be a string, a number, true, false, null, or an array of strings'],
    ['{"a":"\\u0007"}', 'form.a must not contain control characters or unpaired surrogates'],
    [JSON.stringify({ ['x'.repeat(1001)]: '' }), 'form must have names of at most 1000 characters'],
  ])('rejects %.60s', (text, message) => {
    expect(faults('form', text)).toEqual([message]);
  });

  it('has bounds', () => {
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [String(index), 1]));
    expect(faults('form', many)).toEqual(['form must have at most 5000 entries, not 5001']);
    const wrong = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [String(index), {}]));
    expect(faults('form', wrong).length).toBeLessThan(60);
  });
});

describe('bookmarks', () => {
  it('become a flat list in reading order', () => {
    const { bookmarks = [] } = parsed({
      bookmarks: [
        { title: 'a', page: 1, children: [{ title: 'b', page: 2, children: [{ title: 'c', page: 3 }] }] },
        {
          title: 'd',
          page: 4,
          children: [
            { title: 'e', page: 5 },
            { title: 'f', page: 6 },
          ],
        },
      ],
    });
    expect(bookmarks).toEqual([
      { title: 'a', page: 1, parent: -1 },
      { title: 'b', page: 2, parent: 0 },
      { title: 'c', page: 3, parent: 1 },
      { title: 'd', page: 4, parent: -1 },
      { title: 'e', page: 5, parent: 3 },
      { title: 'f', page: 6, parent: 3 },
    ]);
    expect(bookmarks.map((_, index) => placeOfBookmark(bookmarks, index))).toEqual([
      '[0]',
      '[0].children[0]',
      '[0].children[0].children[0]',
      '[1]',
      '[1].children[0]',
      '[1].children[1]',
    ]);
  });

  it.each([
    ['{}', ['bookmarks must be an array of bookmarks']],
    ['[1]', ['bookmarks[0] must be an object with title and page']],
    ['[{"title":"a"}]', ['bookmarks[0].page must be the number of a page, from 1']],
    ['[{"title":"a","page":0}]', ['bookmarks[0].page must be the number of a page, from 1']],
    ['[{"title":"a","page":1.5}]', ['bookmarks[0].page must be the number of a page, from 1']],
    [
      '[{"title":"a","page":1,"children":[{"title":"\\u0007","page":1}]}]',
      ['bookmarks[0].children[0].title must not contain control characters or unpaired surrogates'],
    ],
    [
      '[{"title":"\\ud800","page":1}]',
      ['bookmarks[0].title must not contain control characters or unpaired surrogates'],
    ],
    ['[{"title":"a","page":1,"children":7}]', ['bookmarks[0].children must be an array of bookmarks']],
    [
      '[{"title":"a","page":1,"color":7}]',
      ['bookmarks[0] has unknown properties: color; valid properties are title, page, children'],
    ],
  ])('reject %s', (text, messages) => {
    expect(faults('bookmarks', text)).toEqual(messages);
  });

  it('have bounds, however deep and long the JSON is', () => {
    const open = '[{"title":"a","page":1,"children":';
    expect(faults('bookmarks', `${open.repeat(7000)}[]${'}]'.repeat(7000)}`)).toEqual([
      'bookmarks must have at most 32 levels',
    ]);
    expect(faults('bookmarks', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toHaveLength(1);
    const many = Array.from({ length: 2500 }, () => ({
      title: '',
      page: 1,
      children: [{ title: '', page: 1 }],
    }));
    expect(faults('bookmarks', many)).toEqual([]);
    expect(faults('bookmarks', [...many, { title: '', page: 1 }])).toEqual([
      'bookmarks must have at most 5000 bookmarks',
    ]);
    expect(faults('bookmarks', Array(100_000).fill(1))).toEqual([
      'bookmarks must have at most 5000 entries, not 100000',
    ]);
    expect(faults('bookmarks', Array(5000).fill(1)).length).toBeLessThan(100);
  });
});

describe('metadata', () => {
  it.each([
    [{ '*': 'x' }, 'metadata.* must be null'],
    [{ title: 1 }, 'metadata.title must be a string or null'],
    [{ title: 'a\u0000' }, 'metadata.title must not contain control characters or unpaired surrogates'],
    [{ title: '\udc00' }, 'metadata.title must not contain control characters or unpaired surrogates'],
    [{ ModDate: 'x' }, 'metadata.ModDate must be a date and time such as 2026-11-23T10:00:00Z'],
    [{ Trapped: 'x' }, 'metadata.Trapped must be True, False or Unknown'],
  ])('rejects %j', (value, message) => {
    expect(faults('metadata', value)).toEqual([message]);
  });

  it('accepts lines of text, and null for dates', () => {
    expect(faults('metadata', { title: 'a\nb', ModDate: null, '*': null })).toEqual([]);
  });
});

describe('protect', () => {
  it.each([
    [{}, 'protect must have userPassword or ownerPassword'],
    ['x', 'protect must be JSON: '],
    [[], 'protect must be an object with userPassword or ownerPassword'],
    [{ userPassword: '' }, 'protect.userPassword must not be empty'],
    [{ userPassword: 'a', algorithm: 'rc4' }, 'protect has unknown properties: algorithm'],
    [{ userPassword: 'ä'.repeat(64) }, 'protect.userPassword must have at most 127 bytes in UTF-8'],
    [
      { ownerPassword: 'a\u200d' },
      'protect.ownerPassword must not contain control, format or unassigned characters',
    ],
    [
      { ownerPassword: '\ud800' },
      'protect.ownerPassword must not contain control, format or unassigned characters',
    ],
    [{ userPassword: '\u034f' }, 'protect.userPassword must not begin with a combining character'],
    [{ userPassword: 'a', permissions: ['fly'] }, 'protect.permissions[0] must be one of print, '],
    [
      { userPassword: 'a', permissions: Array(9).fill('print') },
      'protect.permissions must have at most 8 entries',
    ],
  ])('rejects %j', (value, message) => {
    expect(faults('protect', value)).toEqual([expect.stringContaining(message)]);
  });
});

describe('attachmentsMetadata', () => {
  it.each([
    [[], 'attachmentsMetadata must be an object that maps file names to objects'],
    [{ a: { mimeType: 'text' } }, 'attachmentsMetadata.a.mimeType must be a media type, such as text/xml'],
    [{ a: { mimeType: 'a/b#' } }, undefined],
    [{ a: { mimeType: 'a/b c' } }, 'attachmentsMetadata.a.mimeType must be a media type, such as text/xml'],
    [{ a: { relationship: 'data' } }, 'attachmentsMetadata.a.relationship must be one of Source, '],
    [
      { a: { description: 'x'.repeat(1001) } },
      'attachmentsMetadata.a.description must have at most 1000 characters',
    ],
    [{ a: { size: 1 } }, 'attachmentsMetadata.a has unknown properties: size'],
  ])('checks %j', (value, message) => {
    expect(faults('attachmentsMetadata', value)).toEqual(
      message === undefined ? [] : [expect.stringContaining(message)],
    );
  });
});

describe('linearize', () => {
  it.each([true, false])('accepts %s', (value) => {
    expect(parsed({ linearize: value }).linearize).toBe(value);
  });

  it('has no value by default', () => {
    expect(fields.parse({})).not.toHaveProperty('linearize', expect.anything());
  });

  it.each(['yes', '1', 'TRUE', ''])('rejects %j', (text) => {
    expect(faults('linearize', text)).toEqual(['linearize must be true or false']);
  });
});
