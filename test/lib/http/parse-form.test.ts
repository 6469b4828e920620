import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AppError } from '#lib/base/app-error.ts';
import type { ReadAhead, StoredObject } from '#lib/files/input-file.ts';
import { fileNameField } from '#lib/api/fields/fields.ts';
import type { FormPart } from '#lib/http/multipart.ts';
import type { InputSources } from '#lib/http/parse-files.ts';
import { parseForm } from '#lib/http/parse-form.ts';
import { contract as mergePdf } from '#lib/api/contracts/merge-pdf.ts';
import { contract as splitPdf } from '#lib/api/contracts/split-pdf.ts';

/** Uploads and results of one owner, `me`. URLs of `private.example` are rejected. */
const uploadsOf = (...stored: StoredObject[]): InputSources => ({
  find: (owner, id) => Promise.resolve(stored.find(({ key }) => key === `uploads/${owner}/${id}`)),
  urlFault: ({ hostname }) => (hostname === 'private.example' ? 'must be at a public address' : undefined),
});

const upload = (id: string, size: number): StoredObject => ({
  key: `uploads/me/${id}`,
  eTag: '"1"',
  fileName: 'big.pdf',
  size,
});

const file = (name: string, content = 'x', fileName = 'a.pdf'): FormPart => ({
  kind: 'file',
  name,
  fileName,
  bytes: Buffer.from(content),
});
const text = (name: string, value: string): FormPart => ({ kind: 'text', name, value });

const merge = (parts: FormPart[], uploads = uploadsOf()) => parseForm(parts, mergePdf.body, 'me', uploads);
const split = (parts: FormPart[]) => parseForm(parts, splitPdf.body, 'me', uploadsOf());

async function rejection(parsing: Promise<unknown>) {
  const error: unknown = await parsing.catch((reason: unknown) => reason);
  if (!(error instanceof AppError)) throw new Error(`not rejected: ${String(error)}`);
  return { code: error.code, fields: error.errors.map(({ field }) => field), errors: error.errors };
}

describe('forms', () => {
  it('mix file parts and upload ids in the order sent', async () => {
    const uploads = uploadsOf(upload('upl_1', 7));
    const { files } = await merge([file('files'), text('files', ' upl_1 '), file('files', 'yy')], uploads);
    expect(files['files']).toMatchObject([
      { field: 'files[0]', size: 1, source: { kind: 'inline' } },
      { field: 'files[1]', size: 7, fileName: 'big.pdf', source: { kind: 'stored' } },
      { field: 'files[2]', size: 2 },
    ]);
  });

  it('start reading uploads early, and stop when the request is rejected', async () => {
    const given: ReadAhead[] = [];
    const uploads: InputSources = {
      ...uploadsOf(),
      find: (_, id, ahead) => {
        given.push(ahead);
        return Promise.resolve(upload(id, 7));
      },
    };
    await merge([text('files', 'upl_1'), text('files', 'upl_2')], uploads);
    await rejection(merge([text('files', 'upl_1'), text('files', 'upl_2'), text('other', 'x')], uploads));
    expect(given.map(({ room, signal }) => [room, signal.aborted])).toEqual([
      ...Array<[number, boolean]>(2).fill([250 * 1024 * 1024, false]),
      ...Array<[number, boolean]>(2).fill([250 * 1024 * 1024, true]),
    ]);
    expect(given[0]).toBe(given[1]);
  });

  it('sanitize file names from all sources', async () => {
    const { files, fields } = await split([
      file('file', 'x', '../"a".pdf'),
      text('ranges', '1'),
      text('fileName', '/tmp/b\n.pdf'),
    ]);
    expect(files['file']).toMatchObject({ fileName: 'a.pdf' });
    expect(fields).toMatchObject({ fileName: 'b.pdf' });
  });

  it.each<[string, FormPart[], string, string[]]>([
    ['nothing', [], 'missing-field', ['file', 'ranges']],
    ['an unknown field', [file('file'), text('ranges', '1'), text('pages', '1')], 'invalid-field', ['pages']],
    [
      '__proto__',
      [file('file'), text('ranges', '1'), text('__proto__', 'x')],
      'invalid-field',
      ['__proto__'],
    ],
    [
      'a repeated text',
      [file('file'), text('ranges', '1'), text('ranges', '2')],
      'invalid-field',
      ['ranges'],
    ],
    ['a repeated file', [file('file'), file('file'), text('ranges', '1')], 'invalid-field', ['file']],
    ['an empty file', [file('file', ''), text('ranges', '1')], 'empty-file', ['file']],
    ['a file as a text', [file('file'), file('ranges', '1')], 'invalid-field', ['ranges']],
    ['a text as a file', [text('file', 'hello'), text('ranges', '1')], 'invalid-field', ['file']],
    ['a bad range', [file('file'), text('ranges', '3-1')], 'invalid-range', ['ranges']],
    [
      'too many ranges',
      [file('file'), text('ranges', Array(201).fill('1').join())],
      'invalid-range',
      ['ranges'],
    ],
    [
      'a field of another mode',
      [file('file'), text('ranges', '1'), text('span', '2')],
      'invalid-field',
      ['span'],
    ],
    ['a mode without its field', [file('file'), text('mode', 'size')], 'missing-field', ['maxBytes']],
    [
      'the field of the default mode',
      [file('file'), text('mode', 'every'), text('ranges', '1')],
      'invalid-request',
      ['span', 'ranges'],
    ],
    ['an unknown mode', [file('file'), text('mode', 'half')], 'invalid-field', ['mode']],
    ['two kinds of fault', [file('file', ''), text('ranges', 'x')], 'invalid-request', ['file', 'ranges']],
  ])('reject %s', async (_, parts, code, fields) => {
    expect(await rejection(split(parts))).toMatchObject({ code, fields });
  });

  it.each<[string, FormPart[], string, string[]]>([
    ['no file', [], 'missing-field', ['files']],
    ['one file', [file('files')], 'too-few-files', ['files']],
    ['101 files', Array.from({ length: 101 }, () => file('files')), 'invalid-field', ['files']],
    [
      'empty ones among them',
      [file('files'), file('files', ''), file('files', '')],
      'empty-file',
      ['files[1]', 'files[2]'],
    ],
  ])('reject merging %s', async (_, parts, code, fields) => {
    expect(await rejection(merge(parts))).toMatchObject({ code, fields });
  });

  it('take URLs and ids of results, and look up ids alone', async () => {
    const asked: string[] = [];
    const sources: InputSources = {
      ...uploadsOf(),
      find: (_, id) => {
        asked.push(id);
        return Promise.resolve(upload(id, 7));
      },
    };
    const url = 'https://example.com/a.pdf?signature=x';
    const parts = [text('files', ` ${url} `), text('files', 'file_1'), file('files')];
    const { files } = await merge(parts, sources);
    expect(files['files']).toMatchObject([
      { field: 'files[0]', url },
      { field: 'files[1]', size: 7, source: { kind: 'stored' } },
      { field: 'files[2]' },
    ]);
    await rejection(merge([text('files', 'report.pdf'), text('files', 'other_1')], sources));
    expect(asked).toEqual(['file_1']);
  });

  it('reject URLs that can never be downloaded, and long ones', async () => {
    const parts = [text('files', 'https://private.example/'), text('files', 'https://public.example/')];
    expect(await rejection(merge(parts))).toMatchObject({
      code: 'url-not-allowed',
      errors: [{ field: 'files[0]', message: 'must be at a public address' }],
    });
    const urlOf = (length: number) => text('files', `https://public.example/${'x'.repeat(length)}`);
    expect(await rejection(merge([file('files'), urlOf(8192)]))).toMatchObject({
      code: 'invalid-field',
      fields: ['files[1]'],
    });
    await merge(Array.from({ length: 12 }, () => urlOf(8_000)));
    expect(await rejection(merge(Array.from({ length: 13 }, () => urlOf(8_000))))).toMatchObject({
      code: 'invalid-field',
      fields: ['files[12]'],
    });
  });

  it("reject another owner's upload like one that does not exist", async () => {
    const parts = [file('files'), text('files', 'upl_1')];
    const theirs = await rejection(parseForm(parts, mergePdf.body, 'you', uploadsOf(upload('upl_1', 7))));
    expect(theirs).toMatchObject({ code: 'invalid-field', fields: ['files[1]'] });
    expect(await rejection(merge(parts))).toEqual(theirs);
  });

  it('reject inputs over the total limit', async () => {
    const uploads = uploadsOf(upload('upl_1', 200 * 1024 * 1024), upload('upl_2', 51 * 1024 * 1024));
    const rejected = await rejection(merge([text('files', 'upl_1'), text('files', 'upl_2')], uploads));
    expect(rejected.code).toBe('file-too-large');
  });

  it('name a bad value in a list by its index', async () => {
    const body = {
      kind: 'multipart',
      files: {},
      fields: z.strictObject({
        list: z
          .string()
          .transform((list) => list.split(','))
          .pipe(z.array(z.string().min(1))),
        fileName: fileNameField('x'),
      }),
    } as const;
    expect(await rejection(parseForm([text('list', 'a,,b')], body, 'me', uploadsOf()))).toMatchObject({
      code: 'invalid-field',
      fields: ['list[1]'],
    });
  });
});
