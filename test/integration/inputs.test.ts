import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, form, jsonOf, newKey, problem, stack, upload, endedJob } from '../support/client.ts';
import { makeDocx, makeXlsx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

const site = inject('siteUrl');
const respondAsync = { prefer: 'respond-async' };
const cover = await makePdf('Cover', 1);
const report = await makePdf('Report', 2);

interface Served {
  url: string;
  remove: () => Promise<unknown>;
}

/** Puts a file on the site that the service may reach. */
async function serve(bytes: Buffer, query = '', name: string = randomUUID()): Promise<Served> {
  const url = `${site}/files/${name}`;
  await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  return { url: `${url}${query}`, remove: () => fetch(url, { method: 'DELETE' }) };
}

type Fields = Parameters<typeof form>;

const post = (path: string, fields: Fields, headers: Record<string, string> = {}, key?: string) =>
  call(path, { headers, body: form(...fields), ...(key === undefined ? {} : { key }) });

const merge = (...files: (string | Buffer)[]): Promise<Response> =>
  post(
    '/api/pdf/merge',
    files.map((file): Fields[number] => ['files', file]),
  );

const resultOf = async (key = stack.keys.business): Promise<FileResponse> =>
  jsonOf(
    await post(
      '/api/pdf/split',
      [
        ['file', report],
        ['ranges', '1'],
      ],
      {},
      key,
    ),
  ).then((parts) => [parts].flat()[0] as FileResponse);

const submitted = async (path: string, fields: Fields): Promise<JobResponse> =>
  jsonOf<JobResponse>(await post(path, fields, respondAsync), 202);

describe('a merge', () => {
  it('takes file parts, uploads, results and URLs, in their order', async () => {
    const { url } = await serve(await makePdf('Web', 1), '?name=web.pdf');
    const { id } = await resultOf();
    const merged = await jsonOf(await merge(url, id, await upload(report), cover, url));
    const texts = await pageTexts(await download(merged.url));
    expect(texts).toEqual([
      'Web, page 1',
      'Report, page 1',
      'Report, page 1',
      'Report, page 2',
      'Cover, page 1',
      'Web, page 1',
    ]);
  });

  it('takes a file whose size its server does not announce', async () => {
    const { url } = await serve(report, '?unknown');
    const merged = await jsonOf(await merge(url, cover));
    expect(merged.pages).toBe(3);
  });

  it('of the same URL is replayed without another download, and not for another URL', async () => {
    const [one, other] = [await serve(cover), await serve(cover)];
    const headers = { 'idempotency-key': randomUUID() };
    const send = (url: string) =>
      post(
        '/api/pdf/merge',
        [
          ['files', url],
          ['files', report],
        ],
        headers,
      );
    const first = await jsonOf(await send(one.url));
    await one.remove();
    expect((await jsonOf(await send(one.url))).id).toBe(first.id);
    await problem(await send(other.url), 422, 'idempotency-key-reused');
  });

  it('names each URL that cannot be downloaded, by its host alone', async () => {
    const { url, remove } = await serve(cover);
    await remove();
    const response = await merge(`${url}?secret`, cover, `${url}?token`);
    const { detail, errors, retryable } = await problem(response, 400, 'url-unreachable');
    expect(errors?.map(({ field }) => field)).toEqual(['files[0]', 'files[2]']);
    expect(retryable).toBe(false);
    expect(JSON.stringify([detail, errors])).not.toMatch(/secret|token|files\/[0-9a-f]/);
  });

  it('can be retried when the server fails', async () => {
    const { url } = await serve(cover, '?failures=1');
    const { retryable } = await problem(await merge(url, report), 400, 'url-unreachable');
    expect(retryable).toBe(true);
    await jsonOf(await merge(url, report));
  });

  it('rejects URLs that can never be called, and texts that are neither id nor URL', async () => {
    for (const url of [
      'https://10.0.0.1/a.pdf',
      'http://example.com/a.pdf',
      'data:,x',
      'https://u:p@a.example/',
    ]) {
      const { errors } = await problem(await merge(url, cover), 400, 'url-not-allowed');
      expect(errors?.map(({ field }) => field)).toEqual(['files[0]']);
    }
    const { errors } = await problem(await merge('report.pdf', cover), 400, 'invalid-field');
    expect(errors?.[0]?.message).toMatch(/upl_….*file_….*https URL/);
  });

  it('responds in time when a server stops sending', async () => {
    const { url } = await serve(report, '?stall');
    const started = Date.now();
    const { errors, retryable } = await problem(await merge(cover, url), 400, 'url-unreachable');
    expect(errors?.map(({ field }) => field)).toEqual(['files[1]']);
    expect(retryable).toBe(true);
    expect(Date.now() - started).toBeLessThan(25_000);
  });

  it('rejects an empty file at a URL', async () => {
    const { url } = await serve(Buffer.alloc(0));
    await problem(await merge(url, cover), 400, 'empty-file');
  });
});

describe('the id of a result', () => {
  it('of another key, a deleted and an unknown one are rejected alike', async () => {
    const other = await newKey('free');
    const theirs = await resultOf(other.key);
    const deleted = await resultOf();
    await call(`/api/files/${deleted.id}`, { method: 'DELETE' });
    const unknown = `file_${'0'.repeat(26)}`;
    for (const id of [theirs.id, deleted.id, unknown]) {
      const { errors } = await problem(await merge(cover, id), 400, 'invalid-field');
      expect(errors?.map(({ field }) => field)).toEqual(['files[1]']);
    }
  });

  it('that is deleted before its job reads it fails the job with gone', async () => {
    const { id } = await resultOf();
    // The first attempt fails, so that there is time to delete the file.
    const { url } = await serve(cover, '?failures=1');
    const job = await submitted('/api/pdf/merge', [
      ['files', url],
      ['files', id],
    ]);
    await call(`/api/files/${id}`, { method: 'DELETE' });
    const failed = await endedJob(job);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'gone', retryable: false } });
    expect(failed.error?.detail).toBe('files[1]: was deleted before it was read.');
  });

  it('can be converted again by a job', async () => {
    const { id, size } = await resultOf();
    const job = await submitted('/api/pdf/merge', [
      ['files', id],
      ['files', cover],
    ]);
    expect(job.inputs[0]).toEqual({ fileName: 'input_1.pdf', size });
    expect(resultFile(await endedJob(job)).pages).toBe(2);
  });
});

describe('a job with URLs', { timeout: 60_000 }, () => {
  it('downloads them when it runs, and lists neither URL nor size before', async () => {
    const { url } = await serve(report, '?unknown&name=web.pdf');
    const job = await submitted('/api/pdf/merge', [
      ['files', url],
      ['files', cover, 'cover.pdf'],
    ]);
    expect(job.inputs).toEqual([
      { fileName: '', size: null },
      { fileName: 'cover.pdf', size: cover.length },
    ]);
    const done = await endedJob(job);
    expect(resultFile(done).pages).toBe(3);
    expect(done.inputs[0]).toEqual({ fileName: 'web.pdf', size: report.length });
    expect(JSON.stringify(done)).not.toContain('/files/');
  });

  it('retries a server that fails, and fails at once when there is no such file', async () => {
    const { url } = await serve(report, '?failures=1');
    const job = await submitted('/api/pdf/split', [
      ['file', url],
      ['ranges', '2'],
    ]);
    expect(await endedJob(job)).toMatchObject({ status: 'completed', attempts: 2 });
    const { url: missing, remove } = await serve(report);
    await remove();
    const failed = await endedJob(
      await submitted('/api/pdf/split', [
        ['file', missing],
        ['ranges', '2'],
      ]),
    );
    expect(failed).toMatchObject({
      attempts: 1,
      error: {
        code: 'url-unreachable',
        retryable: false,
        detail: expect.stringMatching(/^file: /) as string,
      },
    });
  });

  it('is rejected before it is accepted if a URL can never be called', async () => {
    const fields: Fields = [
      ['file', 'https://127.0.0.1/'],
      ['ranges', '1'],
    ];
    await problem(await post('/api/pdf/split', fields, respondAsync), 400, 'url-not-allowed');
  });
});

it('the URL of an input is in no log', async () => {
  const secret = `secret-${randomUUID()}`;
  const { url, remove } = await serve(report, `?signature=${secret}`, `${secret}.pdf`);
  const job = await submitted('/api/pdf/merge', [
    ['files', url],
    ['files', cover],
  ]);
  const done = await endedJob(job);
  expect(done.inputs[0]?.fileName).toBe(`${secret}.pdf`);
  await remove();
  const response = await merge(url, cover);
  expect(await response.text()).not.toContain(secret);
  const log = await readFile(join(inject('stateDirectory'), 'run.log'), 'utf8');
  expect(log).toContain(job.id);
  expect(log).not.toContain(secret);
});

describe.skipIf(leftOut('libreoffice'))('an office document', { timeout: 60_000 }, () => {
  it('is converted from its URL in one call, and named after it', async () => {
    const { url } = await serve(makeDocx(), '?name=Letter.docx');
    const response = await post('/api/convert/docx-to-pdf', [['file', url]], { prefer: 'wait=20' });
    expect(await jsonOf(response)).toMatchObject({ fileName: 'Letter.pdf', pages: 1 });
  });

  it('of another kind fails the job', async () => {
    const { url } = await serve(makeXlsx());
    const job = await jsonOf<JobResponse>(await post('/api/convert/docx-to-pdf', [['file', url]]), 202);
    expect(await endedJob(job)).toMatchObject({ error: { code: 'invalid-file-type' } });
  });
});

describe.skipIf(leftOut('chromium'))('an HTML file', { timeout: 60_000 }, () => {
  const page = Buffer.from(
    '<title>Page</title><link rel=stylesheet href=style.css><link rel=stylesheet href=large.css><p>Hello',
  );
  const style = Buffer.from('p { color: red }');

  it('and its assets are rendered from URLs, small and large', async () => {
    const small = await serve(style, '?name=style.css');
    const large = await serve(
      Buffer.concat([style, Buffer.alloc(4_000_000, ' ')]),
      '?unknown&name=large.css',
    );
    const { url } = await serve(page, '?name=page.html');
    const fields: Fields = [
      ['format', 'pdf'],
      ['file', url],
      ['assets', small.url],
      ['assets', large.url],
    ];
    const rendered = await jsonOf(await post('/api/html/file', fields));
    expect(rendered).toMatchObject({ fileName: 'Page.pdf', pages: 1, warnings: [] });
    const job = await endedJob(await submitted('/api/html/file', fields));
    expect(resultFile(job)).toMatchObject({ fileName: 'Page.pdf', pages: 1 });
  });

  it('that is none is rejected after its download, also by a job', async () => {
    const { url } = await serve(cover);
    const fields: Fields = [
      ['format', 'pdf'],
      ['file', url],
    ];
    await problem(await post('/api/html/file', fields), 400, 'invalid-file-type');
    const job = await endedJob(await submitted('/api/html/file', fields));
    expect(job).toMatchObject({ error: { code: 'invalid-file-type' } });
  });
});
