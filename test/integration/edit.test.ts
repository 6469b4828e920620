import { describe, expect, inject, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { Inspection } from '#lib/api/responses/inspection.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { inspect } from '#lib/engines/pdf/inspection/inspect.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { call, download, form, jsonOf, problem } from '../support/client.ts';
import { formPdf } from '../support/form-pdf.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { leftOut } from '../support/requirements.ts';
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
        ['linearize', 'true'],
        ['protect', protect],
        ['attachmentsMetadata', '{"data.csv":{"mimeType":"text/csv","relationship":"Data"}}'],
        ['attachments', Buffer.from('1,2'), 'data.csv'],
        ['metadata', '{"*":null,"title":"New"}'],
        ['bookmarks', '[{"title":"First","page":1,"children":[{"title":"Second","page":2}]}]'],
        ['rotate', '90'],
        ['flatten', 'true'],
        ['pages', '3,1'],
      ]),
    );
    expect(file).toMatchObject({ fileName: 'report.pdf', pages: 2, warnings: [] });
    const protected_ = await download(file.url);
    const source = openPdf(protected_, { password: 'owner' });
    expect(inspect(source)).toMatchObject({ pageCount: 2, linearized: true });
    const body = form(['file', protected_, 'a.pdf'], ['password', 'user']);
    const unlocked = await download((await jsonOf(await call('/api/pdf/edit', { body }))).url);
    expect(await readPdf(unlocked)).toMatchObject({
      texts: ['Report, page 3', 'Report, page 1'],
      outline: [{ title: 'First', to: 0, kids: [{ title: 'Second', to: 1 }] }],
      attachments: { 'data.csv': '1,2' },
      info: { Title: 'New' },
    });
  });

  it('compresses, and reports what that saved', async () => {
    const file = await jsonOf(await edit([['compress', 'screen']]));
    expect(file.warnings).toMatchObject([{ code: 'compressed', saved: { images: 0 } }]);
    expect(await pageTexts(await download(file.url))).toHaveLength(3);
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

  it('fills form fields, also as a job', async () => {
    const pdf = formPdf(['/FT/Tx/T(name)', '/FT/Btn/T(check)']);
    const fill = (headers: Record<string, string> = {}) => {
      const values = JSON.stringify({ name: 'Zoë 王', check: true });
      return call('/api/pdf/edit', { headers, body: form(['file', pdf, 'form.pdf'], ['form', values]) });
    };
    const { id } = await jsonOf<JobResponse>(await fill({ prefer: 'respond-async' }), 202);
    const file = await jsonOf(await fill());
    expect(file.warnings).toEqual([]);
    const results = [await download(file.url), await resultOf({ id })];
    for (const bytes of results) {
      const body = form(['file', bytes, 'form.pdf']);
      const { form: fields } = await jsonOf<Inspection>(await call('/api/pdf/inspect', { body }));
      expect(fields).toMatchObject([
        { name: 'name', value: 'Zoë 王', pages: [1] },
        { name: 'check', value: 'Yes', options: ['Yes'] },
      ]);
    }
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
    ['an unknown level of PDF/A', [['pdfa', '2c']], 'invalid-field', 'pdfa'],
    ['a part of a document that cannot be flattened', [['flatten', 'links']], 'invalid-field', 'flatten'],
    ['an empty attachment', [['attachments', Buffer.alloc(0), 'a.txt']], 'empty-file', 'attachments[0]'],
    ['an angle of 45 degrees', [['rotate', '45']], 'invalid-field', 'rotate'],
    ['a linearization that is neither on nor off', [['linearize', 'yes']], 'invalid-field', 'linearize'],
    ['an unknown compression', [['compress', 'ebook']], 'invalid-field', 'compress'],
    ['a resolution of 10 dpi', [['compress', '{"dpi":10}']], 'invalid-field', 'compress.dpi'],
    ['a form field that the PDF does not have', [['form', '{"name":"Ada"}']], 'invalid-field', 'form'],
  ])('rejects %s', async (_, fields, code, field) => {
    const { errors } = await problem(await edit(fields), 400, code);
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });
});

const finishing: Fields = [
  ['rotate', '90'],
  ['bookmarks', '[{"title":"Top","page":1}]'],
  ['metadata', '{"*":null,"title":"New"}'],
  ['attachments', Buffer.from('x'), 'x.txt'],
  ['protect', protect],
  ['linearize', 'true'],
];

/** Checks that `finishing` was applied. */
async function expectFinished(bytes: Buffer): Promise<void> {
  expect(inspect(openPdf(bytes, { password: 'owner' })).linearized).toBe(true);
  const body = form(['file', bytes, 'a.pdf'], ['password', 'owner']);
  const unlocked = await download((await jsonOf(await call('/api/pdf/edit', { body }))).url);
  expect(await readPdf(unlocked)).toMatchObject({
    outline: [{ title: 'Top', to: 0 }],
    attachments: { 'x.txt': 'x' },
    info: { Title: 'New' },
  });
  expect(openPdf(unlocked).pages[0]?.attributes.Rotate?.toString()).toBe('90');
}

async function resultOf({ id }: Pick<JobResponse, 'id'>): Promise<Buffer> {
  for (;;) {
    const job = await jsonOf<JobResponse>(await call(`/api/jobs/${id}?wait=20`));
    if (job.finishedAt) return download(resultFile(job).url);
  }
}

describe.skipIf(leftOut('chromium'))('finishing options of a rendering', { timeout: 60_000 }, () => {
  const page = Buffer.from('<!doctype html><title>Old</title><p>Hello');
  const render = (fields: Fields, headers: Record<string, string> = {}) =>
    call('/api/html/file', { headers, body: form(['file', page, 'a.html'], ...fields) });

  it('apply to the PDF of a file', async () => {
    const file = await jsonOf(await render([['format', 'pdf'], ...finishing]));
    expect(file).toMatchObject({ fileName: 'Old.pdf', pages: 1, warnings: [] });
    await expectFinished(await download(file.url));
  });

  it('apply in a job', async () => {
    const response = await render([['format', 'pdf'], ...finishing], { prefer: 'respond-async' });
    await expectFinished(await resultOf(await jsonOf<JobResponse>(response, 202)));
  });

  it('apply to the PDF of a URL', async () => {
    const body = form(['url', `${inject('siteUrl')}/page`], ['format', 'pdf'], ...finishing);
    await expectFinished(await download((await jsonOf(await call('/api/html/url', { body }))).url));
  });

  it('are rejected for images, and name pages that the PDF does not have', async () => {
    for (const field of finishing) {
      const { errors } = await problem(await render([['format', 'png'], field]), 400, 'invalid-field');
      expect(errors).toMatchObject([
        { field: field[0], message: 'applies only to PDFs, and the format is png' },
      ]);
    }
    const beyond: Fields = [
      ['format', 'pdf'],
      ['rotate', '[{"pages":"2","angle":90}]'],
    ];
    const { errors } = await problem(await render(beyond), 400, 'invalid-range');
    expect(errors).toMatchObject([{ field: 'rotate[0].pages' }]);
  });
});

describe.skipIf(leftOut('libreoffice'))(
  'finishing options of an office document',
  { timeout: 60_000 },
  () => {
    const docx = makeDocx({ text: 'A letter' });

    it.each([
      ['/api/convert/docx-to-pdf', 'file'],
      ['/api/convert/to-pdf', 'files'],
    ])('apply to the PDF of %s', async (path, field) => {
      const response = await call(path, { body: form([field, docx, 'a.docx'], ...finishing) });
      await expectFinished(await resultOf(await jsonOf<JobResponse>(response, 202)));
    });

    it('exclude encrypted PDF/A, and keep it with other changes', async () => {
      const convert = (...fields: Fields) =>
        call('/api/convert/docx-to-pdf', { body: form(['file', docx, 'a.docx'], ['pdfa', '2b'], ...fields) });
      const { errors } = await problem(await convert(['protect', protect]), 400, 'invalid-field');
      expect(errors).toMatchObject([{ field: 'protect', message: 'must not be combined with pdfa' }]);
      const { id } = await jsonOf<JobResponse>(await convert(['rotate', '90']), 202);
      const job = await jsonOf<JobResponse>(await call(`/api/jobs/${id}?wait=20`));
      const { conformance, pages } = inspect(openPdf(await download(resultFile(job).url)));
      expect(conformance).toEqual(['PDF/A-2b']);
      expect(pages).toMatchObject([{ rotation: 90 }]);
    });
  },
);

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
