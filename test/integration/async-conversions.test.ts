import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type * as z from 'zod';
import type { usageResponse } from '#lib/api/responses/usage-response.ts';
import { call, download, form, jsonOf, newKey, problem, endedJob } from '../support/client.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

const cover = await makePdf('Cover', 1);
const report = await makePdf('Report', 3);
const respondAsync = { prefer: 'respond-async' };

type Fields = Parameters<typeof form>;

const order = (path: string, fields: Fields, headers: Record<string, string> = respondAsync, key?: string) =>
  call(path, { headers, body: form(...fields), ...(key === undefined ? {} : { key }) });

const merged: Fields = [
  ['files', cover, 'cover.pdf'],
  ['files', report, 'report.pdf'],
];
const split: Fields = [
  ['file', report, 'report.pdf'],
  ['ranges', '1-2,-1'],
];

describe('a conversion with Prefer: respond-async', { timeout: 60_000 }, () => {
  it('responds with a job whose result is that of the synchronous conversion', async () => {
    const response = await order('/api/pdf/merge', merged);
    expect(response.headers.get('preference-applied')).toBe('respond-async');
    expect(response.headers.get('retry-after')).toBe('1');
    const job = await jsonOf<JobResponse>(response, 202);
    expect(response.headers.get('location')).toBe(job.links.self);
    const inputs = [
      { fileName: 'cover.pdf', size: cover.length },
      { fileName: 'report.pdf', size: report.length },
    ];
    expect(job).toMatchObject({ type: 'merge-pdf', inputs, input: inputs[0] });
    const done = await endedJob(job);
    expect(done).toMatchObject({
      status: 'completed',
      error: null,
      result: { fileName: 'merged.pdf', pages: 4 },
    });
    const { sha256 } = await jsonOf(await order('/api/pdf/merge', merged, {}));
    const { url, ...result } = resultFile(done);
    expect(result.sha256).toBe(sha256);
    expect((await pageTexts(await download(url))).length).toBe(4);
  });

  it('of a split by a mode has the parts that the document gives', async () => {
    const every: Fields = [
      ['file', report, 'report.pdf'],
      ['mode', 'every'],
      ['span', '2'],
    ];
    const { result } = await endedJob(await jsonOf<JobResponse>(await order('/api/pdf/split', every), 202));
    expect(result).toMatchObject([{ fileName: 'report_1-2.pdf' }, { fileName: 'report_3.pdf' }]);
  });

  it('of a split returns the list of its parts, each of which can be deleted', async () => {
    const job = await jsonOf<JobResponse>(await order('/api/pdf/split', split), 202);
    const { result } = await endedJob(job);
    expect(result).toMatchObject([
      { fileName: 'report_1-2.pdf', pages: 2 },
      { fileName: 'report_3.pdf', pages: 1 },
    ]);
    const [first, second] = result as FileResponse[];
    const list = await jsonOf<FileResponse[]>(await call(`/api/jobs/${job.id}/result`));
    expect(list.map(({ id }) => id)).toEqual([first?.id, second?.id]);
    expect((await call(`/api/files/${second?.id ?? ''}`, { method: 'DELETE' })).status).toBe(204);
    const after = await jsonOf<JobResponse>(await call(`/api/jobs/${job.id}`));
    expect(after.result).toMatchObject([{ id: first?.id }]);
    expect((await call(`/api/jobs/${job.id}`, { method: 'DELETE' })).status).toBe(204);
    await problem(await call(`/api/jobs/${job.id}/result`), 410, 'gone');
    expect((await fetch(first?.url ?? '')).status).toBe(404);
  });

  it('fails the job if the document is at fault, naming the file', async () => {
    const fields: Fields = [...merged, ['files', Buffer.from('no PDF'), 'c.pdf']];
    const job = await jsonOf<JobResponse>(await order('/api/pdf/merge', fields), 202);
    expect(await endedJob(job)).toMatchObject({
      status: 'failed',
      attempts: 1,
      result: null,
      error: { code: 'invalid-file-type', detail: 'files[2]: is not a PDF.', retryable: false },
    });
  });

  it('rejects at once what the request alone shows', async () => {
    await problem(await order('/api/pdf/merge', [...merged, ['pages', '["1"]']]), 400, 'invalid-field');
    const hook: Fields = [...merged, ['webhookUrl', 'https://10.0.0.1/hook']];
    await problem(await order('/api/pdf/merge', hook, {}), 400, 'url-not-allowed');
  });

  it('is replayed as the current state of the one job that it created', async () => {
    const headers = { ...respondAsync, 'idempotency-key': randomUUID() };
    const job = await jsonOf<JobResponse>(await order('/api/pdf/merge', merged, headers), 202);
    await endedJob(job);
    // `Prefer` is no part of the payload.
    const replay = await order('/api/pdf/merge', merged, { 'idempotency-key': headers['idempotency-key'] });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('preference-applied')).toBe('respond-async');
    expect(await jsonOf<JobResponse>(replay, 202)).toMatchObject({ id: job.id, status: 'completed' });
  });

  it('counts once in the usage, when the job completes, without attachments', async () => {
    const { key } = await newKey('pro');
    const fields: Fields = [...merged, ['attachments', Buffer.from('note'), 'note.txt']];
    await endedJob(
      await jsonOf<JobResponse>(await order('/api/pdf/merge', fields, respondAsync, key), 202),
      key,
    );
    const { days } = await jsonOf<z.output<typeof usageResponse>>(await call('/api/usage', { key }));
    expect(days[0]?.operations).toMatchObject({ 'merge-pdf': { conversions: 1, documents: 2 } });
  });

  it('takes no slot of the running conversions, and one of the open jobs', async () => {
    const { key } = await newKey('free');
    const responses = await Promise.all(
      Array.from({ length: 9 }, () => order('/api/pdf/merge', merged, respondAsync, key)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    for (const response of responses) await endedJob((await response.json()) as JobResponse, key);
  });
});

describe.skipIf(leftOut('chromium'))('a rendering with Prefer: respond-async', { timeout: 60_000 }, () => {
  it('of a file is a job with its assets as inputs', async () => {
    const html = Buffer.from(
      '<!doctype html><title>Note</title><link rel="stylesheet" href="a.css"><p>Hello',
    );
    const fields: Fields = [
      ['file', html, 'note.html'],
      ['assets', Buffer.from('p { color: red }'), 'a.css'],
      ['format', 'pdf'],
      // Too large for the job's record.
      ['headerTemplate', `<!--${'x'.repeat(90_000)}--><span>Head</span>`],
    ];
    const job = await jsonOf<JobResponse>(await order('/api/html/file', fields), 202);
    expect(job.inputs.map(({ fileName }) => fileName)).toEqual(['note.html', 'a.css']);
    const done = await endedJob(job);
    expect(done).toMatchObject({ type: 'html-file', status: 'completed', error: null });
    const result = resultFile(done);
    expect(result).toMatchObject({ fileName: 'Note.pdf', pages: 1, warnings: [] });
    expect((await pageTexts(await download(result.url))).join()).toContain('Hello');
  });

  it('of a URL is a job without inputs', async () => {
    const fields: Fields = [
      ['url', 'https://10.0.0.1/'],
      ['format', 'png'],
    ];
    const job = await jsonOf<JobResponse>(await order('/api/html/url', fields), 202);
    expect(job).toMatchObject({ type: 'html-url', input: null, inputs: [] });
    expect(await endedJob(job)).toMatchObject({ status: 'failed', error: { code: 'url-not-allowed' } });
  });

  it('of something that is not HTML is rejected at once', async () => {
    const fields: Fields = [
      ['file', report, 'note.html'],
      ['format', 'pdf'],
    ];
    await problem(await order('/api/html/file', fields), 400, 'invalid-file-type');
  });
});

it('uploads are the inputs of jobs where they are', { timeout: 60_000 }, async () => {
  const announced = await call('/api/uploads', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fileName: 'r.pdf', contentType: 'application/pdf', size: report.length }),
  });
  const { id, url, fields } = await jsonOf<{ id: string; url: string; fields: Record<string, string> }>(
    announced,
    201,
  );
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.append(name, value);
  posted.append('file', new Blob([new Uint8Array(report)]));
  expect((await fetch(url, { method: 'POST', body: posted })).ok).toBe(true);
  const job = await jsonOf<JobResponse>(
    await order('/api/pdf/split', [
      ['file', id],
      ['ranges', '1'],
    ]),
    202,
  );
  expect(await endedJob(job)).toMatchObject({
    status: 'completed',
    result: [{ fileName: 'r_1.pdf', pages: 1 }],
  });
});
