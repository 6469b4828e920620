import { createCanvas } from '@napi-rs/canvas';
import { unzipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, endedJob, form, jsonOf, newKey, problem } from '../support/client.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { leftOut } from '../support/requirements.ts';

type Field = [name: string, value: Buffer | string, fileName?: string];

const docx: Field = ['files', makeDocx({ text: 'Letter one\fLetter two' }), 'letter.docx'];
const pdf: Field = ['files', await makePdf('Report', 2), 'report.pdf'];
const png: Field = ['files', createCanvas(400, 200).toBuffer('image/png'), 'wide.png'];
const markdown: Field = ['files', Buffer.from('# Notes'), 'notes.md'];
const html: Field = ['files', Buffer.from('<!doctype html><h1>Page</h1>'), 'page.html'];
const svg: Field = [
  'files',
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="192" height="96"><text y="50">Drawing</text></svg>',
  ),
  'drawing.svg',
];

const mail: Field = [
  'files',
  Buffer.from(
    [
      'From: Ann <ann@example.com>',
      'To: bob@example.com',
      'Subject: Figures',
      'Date: Mon, 23 Nov 2026 10:00:00 +0100',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<p>See the file</p><img src="https://example.com/pixel.png">',
      '--b',
      'Content-Type: text/csv; name=figures.csv',
      'Content-Disposition: attachment; filename=figures.csv',
      '',
      'a,b',
      '--b--',
      '',
    ].join('\r\n'),
  ),
  'figures.eml',
];

const toPdf = (fields: readonly Field[], headers: Record<string, string> = { prefer: 'wait=25' }) =>
  call('/api/convert/to-pdf', { headers, body: form(...fields) });

/** Width and height of the pages, in whole points. */
const sizesOf = async (bytes: Buffer): Promise<number[][]> =>
  (await PDFDocument.load(bytes))
    .getPages()
    .map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight())]);

const submitted = async (...fields: Field[]): Promise<JobResponse> =>
  jsonOf<JobResponse>(await toPdf(fields, {}), 202);

describe.skipIf(leftOut('libreoffice', 'chromium'))('POST /api/convert/to-pdf', { timeout: 120_000 }, () => {
  it('makes one PDF of files of all kinds, in their order, with a bookmark for each', async () => {
    const job = await endedJob(await submitted(docx, png, markdown, pdf, html, svg));
    expect(job).toMatchObject({ type: 'to-pdf', status: 'completed', progress: { done: 6, total: 6 } });
    const [file] = [job.result].flat();
    expect(file).toMatchObject({ fileName: 'merged.pdf', pages: 8, warnings: [] });
    const bytes = await download(file?.url ?? '');
    const { texts, outline } = await readPdf(bytes);
    const sizes = await sizesOf(bytes);
    expect(texts.map((text) => text.split(' ')[0])).toEqual([
      ...['Letter', 'Letter', '', 'Notes', 'Report,', 'Report,', 'Page', 'Drawing'],
    ]);
    expect(outline.map(({ title }) => title)).toEqual([
      ...['letter', 'wide', 'notes', 'report', 'page', 'drawing'],
    ]);
    expect(sizes[2]).toEqual([300, 150]);
    expect(sizes[7]).toEqual([144, 72]);
  });

  it('makes a PDF of each file, which are the list of results', async () => {
    const response = await toPdf([png, markdown, ['merge', 'false'], ['pageSize', 'A5']]);
    const files = await jsonOf<FileResponse[]>(response);
    expect(files.map(({ fileName, pages }) => [fileName, pages])).toEqual([
      ['wide.pdf', 1],
      ['notes.pdf', 1],
    ]);
    const sizes = await Promise.all(files.map(async ({ url }) => sizesOf(await download(url))));
    expect(sizes).toEqual([[[595, 420]], [[420, 595]]]);
  });

  it('returns the results as a ZIP if the client asks for it', async () => {
    const response = await toPdf([png, markdown, ['merge', 'false']], {
      prefer: 'wait=25',
      accept: 'application/zip',
    });
    expect(response.headers.get('content-type')).toBe('application/zip');
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(entries)).toEqual(['wide.pdf', 'notes.pdf']);
  });

  it('names results of files with the same name differently', async () => {
    const response = await toPdf([png, png, ['merge', 'false']]);
    const files = await jsonOf<FileResponse[]>(response);
    expect(files.map(({ fileName }) => fileName)).toEqual(['wide.pdf', 'wide-2.pdf']);
  });

  it('applies finishing options to the merged PDF', async () => {
    const response = await toPdf([png, pdf, ['rotate', '90'], ['fileName', 'all'], ['outline', 'none']]);
    const file = await jsonOf(response);
    expect(file).toMatchObject({ fileName: 'all.pdf', pages: 3 });
    const bytes = await download(file.url);
    expect((await readPdf(bytes)).outline).toEqual([]);
    const pages = (await PDFDocument.load(bytes)).getPages();
    expect(pages.map((page) => page.getRotation().angle)).toEqual([90, 90, 90]);
  });

  it.skipIf(leftOut('verapdf'))('makes PDF/A of files of all kinds', async () => {
    const job = await endedJob(await submitted(docx, png, markdown, pdf, html, svg, ['pdfa', '2b']));
    const [file] = [job.result].flat();
    const body = form(['file', await download(file?.url ?? ''), 'merged.pdf']);
    expect(await jsonOf(await call('/api/pdf/validate', { body }))).toEqual({
      conformance: '2b',
      valid: true,
      failures: [],
    });
  });

  it('keeps the attachments of mails, and loads nothing for them', async () => {
    const file = await jsonOf(await toPdf([mail, pdf]));
    expect(file).toMatchObject({ pages: 3, warnings: [{ code: 'blocked' }] });
    const { texts, attachments } = await readPdf(await download(file.url));
    expect(texts[0]).toMatch(/Figures.*See the file/);
    expect(attachments).toEqual({ 'figures.csv': 'a,b\n' });
  });

  it('warns of an SVG picture that is damaged', async () => {
    const broken: Field = ['files', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'), 'cut.svg'];
    const file = await jsonOf(await toPdf([broken, pdf]));
    expect(file.warnings).toMatchObject([{ code: 'failed' }]);
    expect(file.warnings[0]?.message).toMatch(/^files\[0\]: The image 'picture.svg' is damaged/);
  });

  it.each([
    ['a Markdown file', markdown, 'notes.png'],
    ['a picture', png, 'wide.png'],
    ['an office document', docx, 'letter.png'],
  ])('draws a thumbnail of %s', async (_, [, content, name], fileName) => {
    const body = form(['file', content, name ?? ''], ['width', '100']);
    const response = await call('/api/pdf/thumbnail', { headers: { prefer: 'wait=25' }, body });
    expect(await jsonOf(response)).toMatchObject({ fileName, contentType: 'image/png', width: 100 });
  });

  it('fails with the error of the file that cannot be converted', async () => {
    const damaged: Field = ['files', makeDocx().subarray(0, 900), 'damaged.docx'];
    const job = await endedJob(await submitted(markdown, damaged, pdf));
    expect(job).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'damaged-document', detail: 'files[1]: The document is damaged and cannot be read.' },
    });
  });

  it('names the picture that is damaged', async () => {
    const [, bytes] = png;
    const cut: Field = ['files', (bytes as Buffer).subarray(0, 60), 'cut.png'];
    const job = await endedJob(await submitted(pdf, cut));
    expect(job).toMatchObject({ status: 'failed', error: { code: 'damaged-document' } });
    expect(job.error?.detail).toMatch(/^files\[1\]: /);
  });

  it('shows a job and not its parts', async () => {
    const { key } = await newKey('business');
    const accepted = await call('/api/convert/to-pdf', { key, body: form(markdown, html) });
    const job = await jsonOf<JobResponse>(accepted, 202);
    await endedJob(job, key);
    const { jobs } = await jsonOf<{ jobs: JobResponse[] }>(await call('/api/jobs', { key }));
    expect(jobs.map(({ id }) => id)).toEqual([job.id]);
  });

  it.each<[string, Field[], string]>([
    ['the number of passwords', [pdf, png, ['passwords', '[null]']], 'passwords'],
    ['a password for several files', [pdf, png, ['password', 'secret']], 'password'],
    ['bookmarks of several results', [pdf, png, ['merge', 'false'], ['bookmarks', '[]']], 'bookmarks'],
  ])('rejects %s', async (_, fields, field) => {
    const { errors } = await problem(await toPdf(fields), 400, 'invalid-field');
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });

  it('names each file of another kind', async () => {
    const program: Field = ['files', Buffer.from('\x7fELF\x02\x01\x01\0\0\0'), 'program'];
    const { errors } = await problem(await toPdf([program, pdf, program]), 400, 'invalid-file-type');
    expect(errors?.map(({ field }) => field)).toEqual(['files[0]', 'files[2]']);
  });

  it('counts each file as an open job', async () => {
    const { key } = await newKey('free');
    const files = Array.from({ length: 21 }, () => markdown);
    const response = await call('/api/convert/to-pdf', { key, body: form(...files) });
    const { detail, retryable } = await problem(response, 429, 'too-many-jobs');
    expect(detail).toContain('this one counts as 21. Send fewer files.');
    expect(retryable).toBe(false);
  });

  it('sends a single office document to LibreOffice directly', async () => {
    const response = await toPdf([docx, ['pdfa', '2b']]);
    const file = await jsonOf(response);
    expect(file).toMatchObject({ fileName: 'letter.pdf', pages: 2 });
    expect(await pageTexts(await download(file.url))).toEqual(['Letter one', 'Letter two']);
  });
});
