import officeCrypto from 'officecrypto-tool';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, endedJob, form, jsonOf, problem } from '../support/client.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { makeFlatDocument, makeOpenDocument } from '../support/open-document.ts';
import { pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

type Field = [name: string, value: Buffer | string, fileName?: string];

const docx = makeDocx({ text: 'First page\fSecond page\fThird page' });

const accepted = async (response: Promise<Response>): Promise<JobResponse> =>
  jsonOf<JobResponse>(await response, 202);

const toOther = (fileName: string, content: Buffer | string, ...fields: Field[]) =>
  call('/api/convert/office', { body: form(['file', Buffer.from(content), fileName], ...fields) });

describe.skipIf(leftOut('libreoffice'))('other results than PDF', { timeout: 120_000 }, () => {
  it.each([
    ['letter.docx', 'odt', 'letter.odt', 'application/vnd.oasis.opendocument.text', docx],
    ['cells.xlsx', 'csv', 'cells.csv', 'text/csv', makeXlsx()],
    [
      'cells.xlsx',
      'csv',
      'cells.zip',
      'application/zip',
      makeXlsx({ sheets: [{ rows: [[1]] }, { rows: [[2]] }] }),
    ],
    ['slides.pptx', 'odp', 'slides.odp', 'application/vnd.oasis.opendocument.presentation', makePptx()],
  ])('%s becomes %s: %s', async (fileName, format, resultName, contentType, content) => {
    const job = await endedJob(await accepted(toOther(fileName, content, ['format', format])));
    expect(job).toMatchObject({ type: 'convert-office', status: 'completed', input: { fileName } });
    expect(resultFile(job)).toMatchObject({ fileName: resultName, contentType, warnings: [] });
  });

  it('a picture has its size', async () => {
    const job = await endedJob(await accepted(toOther('letter.docx', docx, ['format', 'png'])));
    expect(resultFile(job)).toMatchObject({ contentType: 'image/png', width: 795, height: 1124 });
  });

  it('a page is a download, also where its bytes are the response', async () => {
    const response = await call('/api/convert/office', {
      headers: { prefer: 'wait=20', accept: 'text/html' },
      body: form(['file', docx, 'letter.docx'], ['format', 'html']),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(await response.text()).toContain('First page');
    const job = await endedJob(await accepted(toOther('letter.docx', docx, ['format', 'html'])));
    const stored = await fetch(resultFile(job).url);
    expect(stored.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('a format that the document does not have is rejected at once, or fails the job', async () => {
    const message = 'must be xlsx, ods, csv, html or png, because the document is an Excel workbook (XLSX)';
    const rejected = await problem(
      await toOther('a.xlsx', makeXlsx(), ['format', 'docx']),
      400,
      'invalid-field',
    );
    expect(rejected.errors).toEqual([{ field: 'format', message }]);
    await problem(await toOther('a.docx', docx), 400, 'missing-field');
    await problem(await toOther('a.docx', docx, ['format', 'pdf']), 400, 'invalid-field');
    const encrypted = officeCrypto.encrypt(makeXlsx(), { password: 'secret' });
    const job = await endedJob(
      await accepted(toOther('a.xlsx', encrypted, ['format', 'docx'], ['password', 'secret'])),
    );
    expect(job).toMatchObject({
      status: 'failed',
      error: { code: 'invalid-field', detail: `format: ${message}.`, retryable: false },
    });
  });
});

const toPdf = (fileName: string, content: Buffer | string, ...fields: Field[]) =>
  call('/api/convert/to-pdf', { body: form(['files', Buffer.from(content), fileName], ...fields) });

describe.skipIf(leftOut('libreoffice'))('documents of all formats', { timeout: 120_000 }, () => {
  const text = { body: '<text:p>Own text</text:p>' };

  it.each<[string, Buffer | string]>([
    ['letter.odt', makeOpenDocument('text', text)],
    ['letter.fodt', makeFlatDocument('text', text)],
    ['note.rtf', '{\\rtf1 Own text}'],
    ['note.txt', 'Own text'],
    ['letter.docx', makeDocx({ text: 'Own text' })],
  ])('become PDFs: %s', async (fileName, content) => {
    const job = await endedJob(await accepted(toPdf(fileName, content)));
    expect(job).toMatchObject({ type: 'to-pdf', status: 'completed', input: { fileName } });
    expect(resultFile(job).fileName).toBe(fileName.replace(/\..*$/, '.pdf'));
    expect(await pageTexts(await download(resultFile(job).url))).toEqual([
      expect.stringContaining('Own text'),
    ]);
  });

  it('a table has the columns and characters that its separator and encoding make', async () => {
    const table = Buffer.from([...Buffer.from('a;b,c\n'), 0xcf, 0xf0, 0xe8, ...Buffer.from(';d\n')]);
    const pdfOfTable = async (...fields: Field[]) => {
      const job = await endedJob(await accepted(toPdf('table.csv', table, ...fields)));
      return (await pageTexts(await download(resultFile(job).url))).join(' ');
    };
    expect(await pdfOfTable()).toMatch(/a\s?b,c\s?Ïðè\s?d$/);
    expect(await pdfOfTable(['separator', ','], ['encoding', 'windows-1251'])).toMatch(/a;b\s?c\s?При;d$/);
  });

  it('of several kinds take the options of their kind, and ignore others', async () => {
    const job = await endedJob(
      await accepted(
        toPdf(
          'a.ods',
          makeOpenDocument('spreadsheet', {
            body: '<table:table table:name="S"><table:table-row><table:table-cell office:value-type="string"><text:p>Cell</text:p></table:table-cell></table:table-row></table:table>',
          }),
          ['singlePageSheets', 'true'],
          ['exportNotes', 'true'],
        ),
      ),
    );
    expect(job).toMatchObject({ status: 'completed' });
    const { width, height } = (await PDFDocument.load(await download(resultFile(job).url)))
      .getPage(0)
      .getSize();
    expect(Math.max(width, height)).toBeLessThan(400);
  });

  it('have options that are checked', async () => {
    await problem(await toPdf('a.csv', 'a', ['separator', '.']), 400, 'invalid-field');
    await problem(await toPdf('a.csv', 'a', ['encoding', 'ebcdic']), 400, 'invalid-field');
  });
});
