import { describe, expect, inject, it } from 'vitest';
import { contracts } from '#lib/api/contracts.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, form, jsonOf, post, problem, endedJob } from '../support/client.ts';
import { decodedPicture } from '../support/decoded-picture.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { sampleWoff2 } from '../support/font-tables.ts';
import { makePdf, pageFonts, pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

/** Calls of an operation by its name: one of each kind of response that clients rely on. */
type Passes = Readonly<Record<string, () => Promise<void>>>;

const cover = await makePdf('Cover', 1);
const report = await makePdf('Report', 2);

const font: [name: string, value: Buffer, fileName: string] = ['fonts', sampleWoff2(), 'sample.woff2'];

const merge = async (): Promise<FileResponse> =>
  jsonOf(await call('/api/pdf/merge', { body: form(['files', cover], ['files', report]) }));

type Option = [name: string, value: string];

const submit = async (
  path: string,
  document: Buffer,
  fileName: string,
  field = 'file',
  options: readonly Option[] = [],
): Promise<JobResponse> =>
  jsonOf<JobResponse>(await call(path, { body: form([field, document, fileName], ...options) }), 202);

const submitDocx = (): Promise<JobResponse> =>
  submit('/api/convert/docx-to-pdf', makeDocx({ text: 'A letter' }), 'a.docx');

async function converts(
  path: string,
  document: Buffer,
  fileName: string,
  text: string,
  field?: string,
  ...options: readonly Option[]
): Promise<void> {
  const job = await endedJob(await submit(path, document, fileName, field, options));
  expect(job).toMatchObject({ status: 'completed', result: { pages: 1 } });
  expect(await pageTexts(await download(resultFile(job).url))).toEqual([expect.stringContaining(text)]);
}

interface Upload {
  id: string;
  url: string;
  fields: Record<string, string>;
}

async function createUpload(): Promise<Upload> {
  const created = await call('/api/uploads', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fileName: 'a.pdf', contentType: 'application/pdf', size: cover.length }),
  });
  const upload = await jsonOf<Upload>(created, 201);
  expect((await post(upload.url, upload.fields, cover)).status).toBe(204);
  return upload;
}

const stores: Passes = {
  'merge-pdf': async () => {
    const file = await merge();
    expect(await pageTexts(await download(file.url))).toEqual([
      'Cover, page 1',
      'Report, page 1',
      'Report, page 2',
    ]);
    await problem(await call('/api/pdf/merge', { body: form(['files', cover]) }), 400, 'too-few-files');
  },
  'split-pdf': async () => {
    const body = form(['file', report, 'report.pdf'], ['ranges', '1,2']);
    const parts = await jsonOf<FileResponse[]>(await call('/api/pdf/split', { body }));
    const texts = await Promise.all(parts.map(async ({ url }) => pageTexts(await download(url))));
    expect(texts).toEqual([['Report, page 1'], ['Report, page 2']]);
    const every = form(['file', report, 'report.pdf'], ['mode', 'every'], ['span', '1']);
    const halves = await jsonOf<FileResponse[]>(await call('/api/pdf/split', { body: every }));
    expect(halves.map(({ fileName }) => fileName)).toEqual(['report_1.pdf', 'report_2.pdf']);
    const bookmarks = form(['file', report], ['mode', 'bookmarks']);
    await problem(await call('/api/pdf/split', { body: bookmarks }), 400, 'invalid-field');
  },
  'inspect-pdf': async () => {
    const inspected = await call('/api/pdf/inspect', { body: form(['file', report]) });
    expect(await jsonOf<object>(inspected)).toMatchObject({ pageCount: 2, encrypted: false, damage: [] });
  },
  'validate-pdf': async () => {
    const validated = await call('/api/pdf/validate', {
      body: form(['file', report], ['conformance', '2b']),
    });
    if (leftOut('verapdf')) {
      await problem(validated, 503, 'unavailable');
      return;
    }
    expect(await jsonOf<object>(validated)).toMatchObject({
      conformance: '2b',
      valid: false,
      failures: expect.arrayContaining([
        { clause: 'ISO 19005-2, 6.6.2.1', message: expect.any(String) as string, pages: [] },
      ]) as object[],
    });
    await problem(await call('/api/pdf/validate', { body: form(['file', report]) }), 400, 'missing-field');
  },
  'pdf-text': async () => {
    const read = async (...fields: [string, string][]): Promise<Response> =>
      call('/api/pdf/text', { body: form(['file', report], ...fields) });
    const text = await read();
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await text.text()).toBe('Report, page 1\n\fReport, page 2\n');
    const positions = await jsonOf<object>(await read(['format', 'json'], ['pages', '2']));
    expect(positions).toMatchObject({
      pages: [
        { page: 2, width: 420, height: 595, blocks: [{ lines: [{ text: 'Report, page 2', size: 24 }] }] },
      ],
      warnings: [],
    });
    await problem(await read(['pages', '3']), 400, 'invalid-range');
  },
  'edit-pdf': async () => {
    const body = form(['file', report, 'report.pdf'], ['pages', '2,1'], ['metadata', '{"title":"New"}']);
    const file = await jsonOf(await call('/api/pdf/edit', { body }));
    expect(await pageTexts(await download(file.url))).toEqual(['Report, page 2', 'Report, page 1']);
    await problem(await call('/api/pdf/edit', { body: form(['file', report]) }), 400, 'missing-field');
  },
  'pdf-images': async () => {
    const body = form(['file', report, 'report.pdf'], ['dpi', '72']);
    const pictures = await jsonOf<FileResponse[]>(await call('/api/pdf/images', { body }));
    expect(pictures.map(({ fileName }) => fileName)).toEqual(['report_1.png', 'report_2.png']);
    for (const { url, width, height } of pictures) {
      expect(await decodedPicture(await download(url))).toMatchObject({ width, height });
    }
    const one = form(['file', cover], ['format', 'webp']);
    const bytes = await call('/api/pdf/images', { body: one, headers: { accept: 'image/webp' } });
    expect(bytes.headers.get('content-type')).toBe('image/webp');
    const both = form(['file', cover], ['dpi', '72'], ['width', '100']);
    await problem(await call('/api/pdf/images', { body: both }), 400, 'invalid-field');
  },
  thumbnail: async () => {
    const body = form(['file', report, 'report.pdf'], ['width', '100']);
    const picture = await jsonOf(await call('/api/pdf/thumbnail', { body }));
    expect(picture).toMatchObject({ fileName: 'report.png', contentType: 'image/png', width: 100 });
    expect(await decodedPicture(await download(picture.url))).toMatchObject({ width: 100 });
    const none = form(['file', Buffer.from([0, 1, 2, 3]), 'a.bin']);
    await problem(await call('/api/pdf/thumbnail', { body: none }), 400, 'invalid-file-type');
  },
  'get-file': async () => {
    const { id } = await merge();
    expect(await jsonOf(await call(`/api/files/${id}`))).toMatchObject({ id, pages: 3 });
    await problem(await call(`/api/files/${id}`, { key: null }), 401, 'unauthorized');
  },
  'delete-file': async () => {
    const { id } = await merge();
    expect((await call(`/api/files/${id}`, { method: 'DELETE' })).status).toBe(204);
    await problem(await call(`/api/files/${id}`), 410, 'gone');
  },
  'create-upload': async () => {
    const { id } = await createUpload();
    const body = form(['files', id], ['files', report]);
    expect(await jsonOf(await call('/api/pdf/merge', { body }))).toMatchObject({ pages: 3 });
  },
  'create-uploads': async () => {
    const announced = { fileName: 'a.pdf', contentType: 'application/pdf' };
    const documents = [cover, report];
    const created = await call('/api/uploads/batch', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ files: documents.map(({ length }) => ({ ...announced, size: length })) }),
    });
    const { uploads } = await jsonOf<{ uploads: Upload[] }>(created, 201);
    for (const [index, { url, fields }] of uploads.entries()) {
      expect((await post(url, fields, documents[index] ?? cover)).status).toBe(204);
    }
    const body = form(...uploads.map(({ id }): [string, string] => ['files', id]));
    expect(await jsonOf(await call('/api/pdf/merge', { body }))).toMatchObject({ pages: 3 });
  },
  'delete-upload': async () => {
    const { id } = await createUpload();
    expect((await call(`/api/uploads/${id}`, { method: 'DELETE' })).status).toBe(204);
  },
  'get-usage': async () => {
    await jsonOf(await call('/api/usage'));
  },
  health: async () => {
    expect(await jsonOf<object>(await call('/api/health', { key: null }))).toMatchObject({ status: 'ok' });
  },
  docs: async () => {
    const description = await jsonOf<object>(await call('/openapi.json', { key: null }));
    expect(description).toHaveProperty('openapi');
  },
  'docs-page': async () => {
    const page = await call('/docs', { key: null });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [part = ''] = (await page.text()).match(/docs\/[\w.-]+-[0-9A-Z]{8}\.js/) ?? [];
    expect((await call(`/${part}`, { key: null })).status).toBe(200);
  },
};

const rendering: Passes = {
  'html-file': async () => {
    const page = Buffer.from('<!doctype html><title>Test</title><p>Hello');
    const body = form(['file', page, 'a.html'], ['format', 'pdf']);
    const file = await jsonOf(await call('/api/html/file', { body }));
    expect(await pageTexts(await download(file.url))).toEqual(['Hello']);
    const styled = Buffer.from('<p style="font-family: Sample Sans">Hello');
    const withFont = form(['file', styled, 'a.html'], ['format', 'pdf'], font);
    const inFont = await jsonOf(await call('/api/html/file', { body: withFont }));
    expect(inFont.warnings).toEqual([]);
    expect(await pageFonts(await download(inFont.url))).toEqual([['SampleSans']]);
  },
  'html-markdown': async () => {
    const template = Buffer.from('<title>Own</title><article>{{content}}</article>');
    const body = form(
      ['file', Buffer.from('# Notes\n\n- [x] done'), 'notes.md'],
      ['template', template, 'template.html'],
      ['format', 'pdf'],
    );
    const file = await jsonOf(await call('/api/html/markdown', { body }));
    expect(file.fileName).toBe('Own.pdf');
    expect(await pageTexts(await download(file.url))).toEqual(['Notesdone']);
  },
  'html-url': async () => {
    const body = form(['url', `${inject('siteUrl')}/page`], ['format', 'png'], font);
    expect(await jsonOf(await call('/api/html/url', { body }))).toMatchObject({ contentType: 'image/png' });
  },
};

const jobs: Passes = {
  'convert-docx': () =>
    converts('/api/convert/docx-to-pdf', makeDocx({ text: 'A letter' }), 'a.docx', 'A letter'),
  'convert-xlsx': () => converts('/api/convert/xlsx-to-pdf', makeXlsx({ rows: [['Sum']] }), 'a.xlsx', 'Sum'),
  'convert-pptx': () =>
    converts('/api/convert/pptx-to-pdf', makePptx({ slides: ['Title'] }), 'a.pptx', 'Title'),
  'to-pdf': async () => {
    await converts('/api/convert/to-pdf', Buffer.from('{\\rtf1 A note}'), 'a.rtf', 'A note', 'files');
    const note = Buffer.from('{\\rtf1{\\fonttbl{\\f0 Sample Sans;}}\\f0 A note}');
    const body = form(['files', note, 'a.rtf'], font);
    const job = await endedJob(await jsonOf<JobResponse>(await call('/api/convert/to-pdf', { body }), 202));
    expect(resultFile(job).warnings).toEqual([]);
    expect(await pageFonts(await download(resultFile(job).url))).toEqual([['SampleSans']]);
    await converts(
      '/api/convert/to-pdf',
      makeDocx({ text: 'A letter' }),
      'a.docx',
      'DRAFT',
      'files',
      ['nativeWatermarkText', 'DRAFT'],
      ['initialView', 'thumbnails'],
      ['openBookmarkLevels', '1'],
      ['comments', 'margin'],
      ['maxImageResolution', '150'],
      ['convertOooTargetToPdfTarget', 'true'],
      ['pageLayout', 'two-columns'],
      ['firstPageOnLeft', 'true'],
    );
  },
  'convert-office': async () => {
    const body = form(['file', makeDocx({ text: 'A letter' }), 'a.docx'], ['format', 'txt']);
    const submitted = await jsonOf<JobResponse>(await call('/api/convert/office', { body }), 202);
    const job = await endedJob(submitted);
    expect(job).toMatchObject({
      status: 'completed',
      result: { fileName: 'a.txt', contentType: 'text/plain' },
    });
    expect((await download(resultFile(job).url)).toString()).toContain('A letter');
  },
  'list-jobs': async () => {
    const { id } = await submitDocx();
    const list = await jsonOf<{ jobs: { id: string }[] }>(await call('/api/jobs?limit=1'));
    expect(list.jobs).toMatchObject([{ id }]);
  },
  'get-job': async () => {
    const { id } = await submitDocx();
    expect(await jsonOf<JobResponse>(await call(`/api/jobs/${id}`))).toMatchObject({ id });
  },
  'get-job-result': async () => {
    const { id } = await endedJob(await submitDocx());
    const redirect = await call(`/api/jobs/${id}/result`);
    expect(redirect.status).toBe(303);
    expect(await pageTexts(await download(redirect.headers.get('location') ?? ''))).toHaveLength(1);
  },
  'delete-job': async () => {
    const { id } = await submitDocx();
    expect((await call(`/api/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    await problem(await call(`/api/jobs/${id}/result`), 410, 'gone');
  },
};

const officeThumbnail = async (): Promise<void> => {
  const body = form(['file', makeDocx({ text: 'A letter' }), 'letter.docx'], ['width', '100']);
  const submitted = await jsonOf<JobResponse>(await call('/api/pdf/thumbnail', { body }), 202);
  const job = await endedJob(submitted);
  expect(job).toMatchObject({
    type: 'thumbnail',
    status: 'completed',
    result: { fileName: 'letter.png', width: 100 },
  });
  expect(await decodedPicture(await download(resultFile(job).url))).toMatchObject({ width: 100 });
};

describe('one pass over every operation', { timeout: 120_000 }, () => {
  it.each(Object.entries(stores))('%s', (_, pass) => pass());

  it.skipIf(leftOut('chromium')).each(Object.entries(rendering))('%s', (_, pass) => pass());

  it.skipIf(leftOut('libreoffice')).each(Object.entries(jobs))('%s', (_, pass) => pass());

  it.skipIf(leftOut('libreoffice'))('thumbnail of an office document', officeThumbnail);

  it('leaves none out', () => {
    const names = Object.keys({ ...stores, ...rendering, ...jobs });
    expect(names.sort()).toEqual(contracts.map(({ name }) => name).sort());
  });
});
