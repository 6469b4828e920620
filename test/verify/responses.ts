import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '#lib/auth/api-key.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { Problem } from '#lib/api/problem.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { pageTexts } from '../support/pdf.ts';
import type { Checks } from './checks.ts';

/** A service that SAM CLI runs. */
export interface Service {
  /** With the stage, without a trailing slash. */
  baseUrl: string;
  /** What a client with a key sends. */
  headers: Record<string, string>;
}

const fixture = (name: string): Blob => {
  const file = join(import.meta.dirname, '..', 'fixtures', name);
  return new File([new Uint8Array(readFileSync(file))], name);
};
const cover = ['Cover, page 1'];
const report = [1, 2, 3, 4, 5, 6, 7].map((page) => `Report, page ${page}`);
/** Containers start and unpack what they need at the first call. */
const patience = 180_000;

/** Calls the service as a client does, and looks into what it makes. */
export async function checkResponses(service: Service, checks: Checks): Promise<void> {
  const { baseUrl, headers } = service;
  const get = (path: string, more: Record<string, string> = headers): Promise<Response> =>
    fetch(`${baseUrl}${path}`, { headers: more, redirect: 'manual', signal: AbortSignal.timeout(patience) });
  const post = async (path: string, fields: [string, Blob | string][], accept = 'application/json') => {
    const body = new FormData();
    for (const [name, value] of fields) body.append(name, value);
    const end = Date.now() + patience;
    for (;;) {
      const response = await fetch(`${baseUrl}${path}`, {
        method: 'POST',
        headers: { ...headers, accept },
        body,
        signal: AbortSignal.timeout(patience),
      });
      // The first renderings can time out before their engine has started. That error is retryable.
      if (Date.now() > end || !(await isRetryable(response))) return response;
      await sleep(2000);
    }
  };

  await checks.that('GET /api/health responds without a key', async () => {
    const response = await jsonOf<{ status: string }>(await get('/api/health', {}));
    assert.equal(response.status, 'ok');
  });
  await checks.that('GET /api/jobs without a key is 401', async () => {
    assert.equal((await get('/api/jobs', {})).status, 401);
  });
  // SAM CLI has no gateway responses, which map API Gateway's denial to 401.
  await checks.that('GET /api/jobs with an unknown key is 403', async () => {
    const response = await get('/api/jobs', { authorization: `Bearer ${createApiKey()}` });
    assert.equal(response.status, 403);
  });
  const both: [string, Blob][] = [
    ['files', fixture('cover.pdf')],
    ['files', fixture('report.pdf')],
  ];
  await checks.that('POST /api/pdf/merge stores a PDF with all pages', async () => {
    const merged = await jsonOf<FileResponse>(await post('/api/pdf/merge', both));
    assert.equal(merged.pages, 8);
    assert.deepEqual(await pageTexts(await download(merged.url)), [...cover, ...report]);
  });
  await checks.that('POST /api/pdf/merge responds with the PDF itself', async () => {
    const response = await post('/api/pdf/merge', both, 'application/pdf');
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    assert.deepEqual(await pageTexts(await bytesOf(response)), [...cover, ...report]);
  });
  await checks.that('POST /api/pdf/split stores a PDF for each range', async () => {
    const fields: [string, Blob | string][] = [
      ['file', fixture('report.pdf')],
      ['ranges', '1-3,5'],
    ];
    const parts = await jsonOf<FileResponse[]>(await post('/api/pdf/split', fields));
    const texts = await Promise.all(parts.map(async ({ url }) => pageTexts(await download(url))));
    assert.deepEqual(texts, [report.slice(0, 3), report.slice(4, 5)]);
  });
  const page: [string, Blob | string][] = [['file', fixture('page.html')]];
  await checks.that('POST /api/html/file renders a page as a PDF with its text', async () => {
    const pdf = await jsonOf<FileResponse>(await post('/api/html/file', [...page, ['format', 'pdf']]));
    const texts = await pageTexts(await download(pdf.url));
    assert.match(texts.join(' '), /Quarterly report/);
  });
  await checks.that('POST /api/html/file renders a page as a PNG', async () => {
    const response = await post('/api/html/file', [...page, ['format', 'png']], 'image/png');
    const png = Buffer.from(await bytesOf(response));
    assert.equal(png.toString('latin1', 1, 4), 'PNG');
    assert.equal(png.readUInt32BE(16), 1280);
  });
  const job = await checks.that('POST /api/convert/docx-to-pdf accepts a job', async () => {
    const response = await post('/api/convert/docx-to-pdf', [['file', fixture('letter.docx')]]);
    const accepted = await jsonOf<JobResponse>(response, 202);
    assert.equal(accepted.status, 'queued');
    assert.equal((await jsonOf<JobResponse>(await get(`/api/jobs/${accepted.id}`))).id, accepted.id);
    return accepted;
  });
  if (!job) return;
  await checks.that('the job ends with a PDF of the document', async () => {
    const end = Date.now() + patience;
    let read = job;
    while ((read.status === 'queued' || read.status === 'processing') && Date.now() < end) {
      await sleep(500);
      read = await jsonOf<JobResponse>(await get(`/api/jobs/${job.id}`));
    }
    assert.equal(read.status, 'completed');
    const result = await get(`/api/jobs/${job.id}/result`);
    assert.equal(result.status, 303);
    const texts = await pageTexts(await download(result.headers.get('location') ?? ''));
    assert.equal(texts.length, 2);
    assert.match(texts[0] ?? '', /Dear reader/);
  });
}

async function isRetryable(response: Response): Promise<boolean> {
  if (response.headers.get('content-type') !== 'application/problem+json') return false;
  return ((await response.clone().json()) as Problem).retryable;
}

async function jsonOf<T>(response: Response, status = 200): Promise<T> {
  const text = await response.text();
  assert.equal(response.status, status, text);
  return JSON.parse(text) as T;
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.equal(response.status, 200, Buffer.from(bytes).toString('latin1', 0, 500));
  return bytes;
}

const download = async (url: string): Promise<Uint8Array> => bytesOf(await fetch(url));
