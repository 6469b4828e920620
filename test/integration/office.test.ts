import officeCrypto from 'officecrypto-tool';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, inject, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, endedJob, form, jsonOf, newKey, problem, upload } from '../support/client.ts';
import { descendantsOf, readStack } from '../support/local-run.ts';
import { makeCompoundFile } from '../support/compound-file.ts';
import { zipParts } from '../support/office-package.ts';
import { insatiablePptx } from '../support/hostile-office.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

type Field = [name: string, value: Buffer | string, fileName?: string];

const docx = makeDocx({ text: 'First page\fSecond page\fThird page' });
const pdf = await makePdf('A', 1);
const convert = (kind: string, file: Buffer | string, ...fields: Field[]) =>
  call(`/api/convert/${kind}-to-pdf`, { body: form(['file', file, `input.${kind}`], ...fields) });

const accepted = async (response: Promise<Response>): Promise<JobResponse> =>
  jsonOf<JobResponse>(await response, 202);
const read = async ({ id }: JobResponse): Promise<JobResponse> =>
  jsonOf<JobResponse>(await call(`/api/jobs/${id}`));

/** The PDF that a conversion ends with. */
async function pdfOf(kind: string, file: Buffer | string, ...fields: Field[]): Promise<Buffer> {
  const job = await endedJob(await accepted(convert(kind, file, ...fields)));
  expect(job).toMatchObject({ status: 'completed', error: null });
  return download(resultFile(job).url);
}

/** The processes that run LibreOffice now. */
const libreOffices = (): number[] =>
  descendantsOf(readStack(inject('stateDirectory')).pids[0] ?? 0).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('ld-linux');
    } catch {
      return false;
    }
  });

describe.skipIf(leftOut('libreoffice'))('office conversions', { timeout: 120_000 }, () => {
  it('return a job that completes', async () => {
    const response = await convert('docx', docx, ['fileName', 'Bericht']);
    const location = response.headers.get('location');
    expect(response.headers.get('retry-after')).toBe('1');
    const job = await jsonOf<JobResponse>(response, 202);
    expect(job).toMatchObject({
      type: 'docx-to-pdf',
      status: 'queued',
      attempts: 0,
      result: null,
      error: null,
      input: { fileName: 'input.docx', size: docx.length },
    });
    expect(location).toBe(job.links.self);
    expect(location).toMatch(new RegExp(`^http.*/api/jobs/${job.id}$`));

    const done = await endedJob(job);
    expect(done).toMatchObject({
      status: 'completed',
      attempts: 1,
      error: null,
      result: { fileName: 'Bericht.pdf', pages: 3 },
    });
    expect(Date.parse(done.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(done.startedAt ?? ''));
    const result = await call(`/api/jobs/${job.id}/result`);
    expect(result.status).toBe(303);
    const texts = await pageTexts(await download(result.headers.get('location') ?? ''));
    expect(texts).toEqual(['First page', 'Second page', 'Third page']);
    expect((await call(`/api/files/${resultFile(done).id}`)).status).toBe(200);
  });

  it('return the result in the same call with Prefer: wait', async () => {
    const { key } = await newKey('pro');
    const waiting = (accept: string, file: Buffer, prefer = 'wait=50') =>
      call('/api/convert/docx-to-pdf', {
        key,
        headers: { accept, prefer },
        body: form(['file', file, 'input.docx']),
      });
    const described = await waiting('application/json', docx);
    expect(described.headers.get('preference-applied')).toBe('wait=50');
    const file = await jsonOf(described);
    expect(await pageTexts(await download(file.url))).toHaveLength(3);

    const direct = await waiting('application/pdf', docx, 'wait=1000');
    expect([direct.status, direct.headers.get('preference-applied')]).toEqual([200, 'wait=57']);
    expect(await pageTexts(Buffer.from(await direct.arrayBuffer()))).toHaveLength(3);

    const failed = await waiting('application/pdf', docx.subarray(0, -200));
    const job = await jsonOf<JobResponse>(failed, 202);
    expect(job).toMatchObject({ status: 'failed', error: { code: 'damaged-document' } });
  });

  it('accept workbooks and presentations', async () => {
    const sheet = await pdfOf(
      'xlsx',
      makeXlsx({
        rows: [
          ['Name', 'Sum'],
          ['Ünal', 42],
        ],
      }),
    );
    expect((await pageTexts(sheet)).join()).toMatch(/Name.*Sum.*Ünal.*42/);
    const slides = await pdfOf('pptx', makePptx({ slides: ['One', 'Two'] }));
    expect(await pageTexts(slides)).toEqual([expect.stringContaining('One'), expect.stringContaining('Two')]);
  });

  it('accept uploads', async () => {
    const id = await upload(docx, 'uploaded.docx');
    const job = await endedJob(
      await accepted(call('/api/convert/docx-to-pdf', { body: form(['file', id]) })),
    );
    expect(job).toMatchObject({ status: 'completed', result: { fileName: 'uploaded.pdf' } });
  });

  it('select the requested pages', async () => {
    expect(await pageTexts(await pdfOf('docx', docx, ['pageRanges', '1, 3-']))).toEqual([
      'First page',
      'Third page',
    ]);
  });

  it('create PDF/A, and landscape or single pages of sheets', async () => {
    const archival = await pdfOf('docx', docx, ['pdfa', '2b']);
    expect(archival.toString('latin1')).toMatch(/pdfaid:part>2</);
    const rows = Array.from({ length: 200 }, (_, row) => [row]);
    const [portrait, landscape, single] = await Promise.all(
      [[], [['landscape', 'true']], [['singlePageSheets', 'true']]].map(async (fields) =>
        PDFDocument.load(await pdfOf('xlsx', makeXlsx({ rows }), ...(fields as Field[]))),
      ),
    );
    const isWide = (document?: PDFDocument) =>
      (document?.getPage(0).getWidth() ?? 0) > (document?.getPage(0).getHeight() ?? 0);
    expect([isWide(portrait), isWide(landscape)]).toEqual([false, true]);
    expect(portrait?.getPageCount()).toBeGreaterThan(1);
    expect(single?.getPageCount()).toBe(1);
  });

  it('open encrypted documents with their password, and report a wrong or missing one', async () => {
    const encrypted = officeCrypto.encrypt(docx, { password: 'geheim' });
    expect(await pageTexts(await pdfOf('docx', encrypted, ['password', 'geheim']))).toHaveLength(3);
    const wrong = await endedJob(await accepted(convert('docx', encrypted, ['password', 'falsch'])));
    expect(wrong).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code: 'wrong-password', retryable: false },
    });
    const missing = await endedJob(await accepted(convert('docx', encrypted)));
    expect(missing).toMatchObject({ status: 'failed', error: { code: 'password-required' } });
    await problem(await call(`/api/jobs/${missing.id}/result`), 409, 'job-failed');
  });

  it('fail damaged documents with their code', async () => {
    for (const damaged of [
      docx.subarray(0, docx.length - 300),
      Buffer.concat([docx.subarray(0, 900), Buffer.alloc(900)]),
    ]) {
      const job = await endedJob(await accepted(convert('docx', damaged)));
      expect(job).toMatchObject({
        status: 'failed',
        attempts: 1,
        result: null,
        error: { code: 'damaged-document' },
      });
      expect(job.error?.detail).toBe('The document is damaged and cannot be read.');
    }
  });

  it.each<[string, string, Buffer, RegExp]>([
    ['a DOCX for XLSX', 'xlsx', docx, /is DOCX, not XLSX.*docx-to-pdf/],
    ['a renamed ZIP', 'docx', zipParts({ 'a.txt': 'a' }), /file: is/],
    ['a PDF', 'pptx', pdf, /PDF/],
    [
      'a legacy document',
      'docx',
      makeCompoundFile({ WordDocument: Buffer.alloc(4000) }),
      /legacy Word \(DOC\).*\/api\/convert\/to-pdf/,
    ],
    ['text', 'docx', Buffer.from('hello'), /plain text \(TXT\); send it to \/api\/convert\/to-pdf/],
  ])('reject %s', async (_, kind, file, detail) => {
    const response = await convert(kind, file);
    const rejected = await problem(response, 400, 'invalid-file-type');
    expect(rejected.detail).toMatch(detail);
    expect(rejected.errors?.[0]?.field).toBe('file');
  });

  it.each<[string, Field[], string, string]>([
    ['a quality of 101', [['quality', '101']], 'invalid-field', 'quality'],
    ['a word for a boolean', [['tagged', 'yes']], 'invalid-field', 'tagged'],
    ['an unknown PDF/A', [['pdfa', '4']], 'invalid-field', 'pdfa'],
    ['a bad range', [['pageRanges', '3-1']], 'invalid-range', 'pageRanges'],
    ['a range from the end', [['pageRanges', '-2']], 'invalid-range', 'pageRanges'],
    ['an option of workbooks', [['landscape', 'true']], 'invalid-field', 'landscape'],
    ['an option of presentations', [['exportNotes', 'true']], 'invalid-field', 'exportNotes'],
  ])('reject %s', async (_, fields, code, field) => {
    const { errors } = await problem(await convert('docx', docx, ...fields), 400, code);
    expect(errors?.map((error) => error.field)).toEqual([field]);
  });

  it('hide jobs from other keys', async () => {
    const job = await accepted(convert('docx', docx));
    const { key } = await newKey('pro');
    for (const [method, path] of [
      ['GET', `/api/jobs/${job.id}`],
      ['GET', `/api/jobs/${job.id}/result`],
      ['DELETE', `/api/jobs/${job.id}`],
    ] as const) {
      await problem(await call(path, { key, method }), 404, 'not-found');
    }
    expect((await endedJob(job)).status).toBe('completed');
  });

  it('are canceled or deleted with all their data, also repeatedly', async () => {
    const job = await endedJob(await accepted(convert('docx', docx)));
    for (let time = 0; time < 2; time += 1) {
      expect((await call(`/api/jobs/${job.id}`, { method: 'DELETE' })).status).toBe(204);
    }
    expect(await read(job)).toMatchObject({ status: 'completed', result: null });
    await problem(await call(`/api/jobs/${job.id}/result`), 410, 'gone');
    expect((await fetch(resultFile(job).url)).status).toBe(404);

    const canceled = await accepted(convert('docx', docx));
    expect((await call(`/api/jobs/${canceled.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(['canceled', 'completed']).toContain((await read(canceled)).status);
    await problem(await call(`/api/jobs/${canceled.id}/result`), 410, 'gone');
  });

  it('no longer return a result that was deleted as a file', async () => {
    const job = await endedJob(await accepted(convert('docx', docx)));
    expect((await call(`/api/files/${resultFile(job).id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await read(job)).toMatchObject({ status: 'completed', result: null });
    await problem(await call(`/api/jobs/${job.id}/result`), 410, 'gone');
  });

  it('report a result that does not exist yet', async () => {
    const jobs = await Promise.all(Array.from({ length: 5 }, () => accepted(convert('docx', docx))));
    const last = jobs.at(-1);
    const response = await call(`/api/jobs/${last?.id ?? ''}/result`);
    if (response.status !== 303) await problem(response, 409, 'job-not-finished');
    for (const job of jobs) expect((await endedJob(job)).status).toBe('completed');
  });

  it('all end when there are many at the same time', async () => {
    const kinds = [
      ['docx', docx],
      ['xlsx', makeXlsx({})],
      ['pptx', makePptx({})],
    ] as const;
    const jobs = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const [kind, file] = kinds[index % 3] ?? kinds[0];
        return accepted(convert(kind, file));
      }),
    );
    const statuses = await Promise.all(jobs.map(async (job) => (await endedJob(job)).status));
    expect(statuses).toEqual(Array(20).fill('completed'));
  });

  it('fail when their document breaks LibreOffice twice, and the jobs beside them complete', async () => {
    const breaking = await accepted(convert('pptx', insatiablePptx()));
    let [broken, beside] = [breaking, 0];
    while (broken.status === 'queued' || broken.status === 'processing') {
      const neighbour = await endedJob(await accepted(convert('docx', docx)));
      expect(neighbour).toMatchObject({ status: 'completed', attempts: 1 });
      beside += 1;
      broken = await read(breaking);
    }
    expect(broken).toMatchObject({
      status: 'failed',
      attempts: 2,
      result: null,
      error: { code: 'conversion-crashed', retryable: false },
    });
    expect(beside).toBeGreaterThan(0);
  });

  it('survive crashes of LibreOffice during a conversion', async () => {
    // Large enough to be hit.
    const rows = Array.from({ length: 20_000 }, (_, row) => [row, `row ${row}`, row * 2]);
    const file = makeXlsx({ rows });
    const attempts: number[] = [];
    // After the first crash, a fresh process converts the document within the attempt. The second one ends the attempt,
    // if the process has opened the document: a busy machine may take longer.
    for (let wait = 200; attempts.at(-1) !== 2 && wait < 5000; wait *= 2) {
      const job = await accepted(convert('xlsx', file));
      while ((await read(job)).status === 'queued') await sleep(20);
      for (let crash = 0; crash < 2; crash += 1) {
        await sleep(wait);
        for (const pid of libreOffices()) process.kill(pid, 'SIGKILL');
      }
      const done = await endedJob(job);
      expect(done).toMatchObject({ status: 'completed' });
      attempts.push(done.attempts);
    }
    expect(attempts.at(-1)).toBe(2);
  });
});
