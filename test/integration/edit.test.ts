import { describe, expect, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { call, download, form, jsonOf, problem } from '../support/client.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { resultFile } from '../support/result-file.ts';

const report = await makePdf('Report', 3);

type Fields = Parameters<typeof form>;

const edit = (fields: Fields, headers: Record<string, string> = {}) =>
  call('/api/pdf/edit', { headers, body: form(['file', report, 'report.pdf'], ...fields) });

const protect = JSON.stringify({ userPassword: 'user', ownerPassword: 'owner', permissions: ['print'] });

describe('POST /api/pdf/edit', () => {
  it('applies all options, in any order of the fields', async () => {
    const file = await jsonOf(
      await edit([
        ['protect', protect],
        ['attachmentsMetadata', '{"data.csv":{"mimeType":"text/csv","relationship":"Data"}}'],
        ['attachments', Buffer.from('1,2'), 'data.csv'],
        ['metadata', '{"*":null,"title":"New"}'],
        ['bookmarks', '[{"title":"First","page":1,"children":[{"title":"Second","page":2}]}]'],
        ['rotate', '90'],
        ['pages', '3,1'],
      ]),
    );
    expect(file).toMatchObject({ fileName: 'report.pdf', pages: 2, warnings: [] });
    const protected_ = await download(file.url);
    expect(openPdf(protected_, { password: 'owner' }).pages).toHaveLength(2);
    const body = form(['file', protected_, 'a.pdf'], ['password', 'user']);
    const unlocked = await download((await jsonOf(await call('/api/pdf/edit', { body }))).url);
    expect(await readPdf(unlocked)).toMatchObject({
      texts: ['Report, page 3', 'Report, page 1'],
      outline: [{ title: 'First', to: 0, kids: [{ title: 'Second', to: 1 }] }],
      attachments: { 'data.csv': '1,2' },
      info: { Title: 'New' },
    });
  });

  it('returns the bytes when PDF is accepted first', async () => {
    const response = await edit([['pages', '2']], { accept: 'application/pdf' });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(await pageTexts(Buffer.from(await response.arrayBuffer()))).toEqual(['Report, page 2']);
  });

  it('is a job on request, with its attachments and protection', async () => {
    const fields: Fields = [
      ['attachments', Buffer.from('note'), 'note.txt'],
      ['protect', protect],
    ];
    const response = await edit(fields, { prefer: 'respond-async' });
    const { id, type } = await jsonOf<JobResponse>(response, 202);
    expect(type).toBe('edit-pdf');
    let job: JobResponse;
    do job = await jsonOf<JobResponse>(await call(`/api/jobs/${id}?wait=20`));
    while (!job.finishedAt);
    expect(job.inputs.map(({ fileName }) => fileName)).toEqual(['report.pdf', 'note.txt']);
    const bytes = await download(resultFile(job).url);
    expect(() => openPdf(bytes)).toThrow(expect.objectContaining({ code: 'password-required' }));
    expect(openPdf(bytes, { password: 'user' }).pages).toHaveLength(3);
    expect(JSON.stringify(job)).not.toContain('owner');
  });

  it.each<[string, Fields, string, string]>([
    ['nothing to change', [['fileName', 'a.pdf']], 'missing-field', 'pages'],
    ['a page that does not exist', [['pages', '4']], 'invalid-range', 'pages'],
    [
      'a bookmark to such a page',
      [['bookmarks', '[{"title":"a","page":4}]']],
      'invalid-field',
      'bookmarks[0].page',
    ],
    ['an option of a later version', [['flatten', 'true']], 'invalid-field', 'flatten'],
    ['an empty attachment', [['attachments', Buffer.alloc(0), 'a.txt']], 'empty-file', 'attachments[0]'],
    ['an angle of 45 degrees', [['rotate', '45']], 'invalid-field', 'rotate'],
  ])('rejects %s', async (_, fields, code, field) => {
    const { errors } = await problem(await edit(fields), 400, code);
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });
});

describe('finishing options', () => {
  it('apply to each part of a split, which has no bookmarks', async () => {
    const body = form(
      ['file', report, 'a.pdf'],
      ['ranges', '1-2,3'],
      ['rotate', '180'],
      ['protect', protect],
    );
    const parts = await jsonOf<FileResponse[]>(await call('/api/pdf/split', { body }));
    for (const { url } of parts) {
      const { pages } = openPdf(await download(url), { password: 'owner' });
      expect(pages.map(({ attributes }) => attributes.Rotate?.toString())).toEqual(pages.map(() => '180'));
    }
    const fields = form(['file', report, 'a.pdf'], ['ranges', '1'], ['bookmarks', '[]']);
    await problem(await call('/api/pdf/split', { body: fields }), 400, 'invalid-field');
  });

  it('apply to a merge', async () => {
    const body = form(
      ['files', report, 'a.pdf'],
      ['files', report, 'b.pdf'],
      ['attachments', Buffer.from('x'), 'x.txt'],
      ['bookmarks', '[{"title":"Fourth","page":4}]'],
    );
    const { url } = await jsonOf(await call('/api/pdf/merge', { body }));
    const { outline, attachments } = await readPdf(await download(url));
    expect(outline).toMatchObject([{ title: 'Fourth', to: 3 }]);
    expect(attachments).toEqual({ 'x.txt': 'x' });
  });
});
