import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, inject, it } from 'vitest';
import { largestAttachment } from '#lib/conversions/html/reply.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, form, jsonOf, problem, stack, endedJob } from '../support/client.ts';
import { DropBox, dropUrl } from '../support/drop-box.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

const cover = await makePdf('Cover', 1);
const report = await makePdf('Report', 3);

type Fields = Parameters<typeof form>;
type Headers = Record<string, string>;

const merge = (deliverTo: string, headers: Headers = {}) =>
  call('/api/pdf/merge', {
    headers,
    body: form(['files', cover, 'a.pdf'], ['files', report, 'b.pdf'], ['deliverTo', deliverTo]),
  });

const split = (deliverTo: string, headers: Headers = {}) =>
  call('/api/pdf/split', {
    headers,
    body: form(['file', report, 'report.pdf'], ['ranges', '1-2,-1'], ['deliverTo', deliverTo]),
  });

const respondAsync = { prefer: 'respond-async' };

/** The file of a rendered page, from the response or from its job. */
async function rendered(fields: Fields, headers: Record<string, string>): Promise<FileResponse> {
  const response = await call('/api/html/file', { headers, body: form(...fields) });
  return response.status === 202
    ? resultFile(await endedJob(await jsonOf<JobResponse>(response, 202)))
    : jsonOf(response);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Leads to the local S3, whose own address the service may not reach. */
async function relayToS3(): Promise<Server> {
  const { hostname, port } = new URL(stack.endpoints.s3);
  const server = createServer((socket) => {
    const s3 = connect(Number(port), hostname);
    for (const end of [socket, s3]) end.on('error', () => end.destroy());
    socket.pipe(s3).pipe(socket);
  });
  server.listen(Number(dropUrl.port), dropUrl.hostname);
  await once(server, 'listening');
  return server;
}

describe('deliverTo', { timeout: 120_000 }, () => {
  it('sends the result of a merge to a presigned PUT of S3', async () => {
    const { url: own } = await jsonOf(
      await call('/api/pdf/merge', { body: form(['files', cover], ['files', cover]) }),
    );
    const [, Bucket = ''] = new URL(own).pathname.split('/');
    const relay = await relayToS3();
    const { region, credentials } = stack;
    const s3 = new S3Client({
      endpoint: dropUrl.origin,
      region,
      credentials,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    try {
      const object = { Bucket, Key: `results/delivered/${randomUUID()}` };
      const put = new PutObjectCommand({ ...object, ContentType: 'application/pdf' });
      const url = await getSignedUrl(s3, put, {
        expiresIn: 60,
        signableHeaders: new Set(['content-type']),
      });
      const result = await jsonOf(await merge(url));
      expect(result.warnings).toEqual([]);
      const stored = await s3.send(new GetObjectCommand(object));
      expect(stored.ContentType).toBe('application/pdf');
      expect(sha256((await stored.Body?.transformToByteArray()) ?? new Uint8Array())).toBe(result.sha256);
    } finally {
      s3.destroy();
      relay.close();
      await once(relay, 'close');
    }
  });

  it('sends exact headers, also when the response is the bytes', async () => {
    await using box = await DropBox.open();
    const response = await merge(box.url('/a%20b.pdf'), { accept: 'application/pdf' });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(box.delivered).toMatchObject([
      {
        method: 'PUT',
        path: '/a%20b.pdf?signature=top-secret',
        headers: { 'content-type': 'application/pdf', 'content-length': String(bytes.length) },
      },
    ]);
    expect(box.delivered[0]?.bytes.equals(bytes)).toBe(true);
    expect(box.delivered[0]?.headers).not.toHaveProperty('transfer-encoding');
    expect(box.delivered[0]?.headers).not.toHaveProperty('authorization');
  });

  it('sends the parts of a split as one ZIP file, or each to its URL', async () => {
    await using box = await DropBox.open();
    const parts = await jsonOf<FileResponse[]>(await split(box.url()));
    const [zip] = box.delivered;
    expect(zip?.headers['content-type']).toBe('application/zip');
    expect(Object.keys(unzipSync(zip?.bytes ?? Buffer.alloc(0)))).toEqual(['report_1-2.pdf', 'report_3.pdf']);
    await jsonOf(await split(JSON.stringify([box.url('/first'), box.url('/second')])));
    const delivered = box.delivered.slice(1).toSorted((a, b) => (a.path ?? '').localeCompare(b.path ?? ''));
    expect(delivered.map(({ path }) => path?.split('?')[0])).toEqual(['/first', '/second']);
    expect(delivered.map(({ bytes }) => sha256(bytes))).toEqual(parts.map((part) => part.sha256));
  });

  it.each([500, 403, 302, 'reset'] as const)(
    'that fails with %s is a warning, after one attempt',
    async (mood) => {
      await using box = await DropBox.open(mood, mood);
      const result = await jsonOf(await merge(box.url()));
      expect(result.warnings).toMatchObject([{ code: 'not-delivered', host: dropUrl.hostname }]);
      expect(box.delivered).toHaveLength(mood === 'reset' ? 0 : 1);
      expect(JSON.stringify(result.warnings)).not.toMatch(/top-secret|\/result/);
      const { warnings } = await jsonOf(await call(`/api/files/${result.id}`));
      expect(warnings).toEqual(result.warnings);
      expect(sha256(await download(result.url))).toBe(result.sha256);
    },
  );

  it('is not repeated by a replay', async () => {
    await using box = await DropBox.open(500);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await jsonOf(await merge(box.url(), headers));
    const replay = await merge(box.url(), headers);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(await jsonOf(replay)).toMatchObject({ id: first.id, warnings: first.warnings });
    expect(box.delivered).toHaveLength(1);
  });

  it.each([
    ['http://example.com/', 'url-not-allowed', 'deliverTo'],
    ['https://169.254.169.254/latest/', 'url-not-allowed', 'deliverTo'],
    ['https://u:p@example.com/', 'url-not-allowed', 'deliverTo'],
    ['ftp://example.com/', 'url-not-allowed', 'deliverTo'],
    ['example.com', 'invalid-field', 'deliverTo'],
    ['["https://example.com/","https://example.com/"]', 'invalid-field', 'deliverTo'],
    ['["https://10.0.0.1/"]', 'url-not-allowed', 'deliverTo[0]'],
  ])('rejects %s at once, also for a job', async (url, code, field) => {
    for (const headers of [{}, respondAsync]) {
      expect(await problem(await merge(url, headers), 400, code)).toMatchObject({ errors: [{ field }] });
    }
  });

  it('needs a URL for each part of a split', async () => {
    await problem(await split('["https://example.com/"]'), 400, 'invalid-field');
  });

  it('needs a URL for each part of a split whose parts the document decides', async () => {
    await using box = await DropBox.open();
    const urls = ['/first', '/second', '/third'].map((path) => box.url(path));
    const every = (deliverTo: readonly string[]) =>
      call('/api/pdf/split', {
        body: form(
          ['file', report],
          ['mode', 'every'],
          ['span', '1'],
          ['deliverTo', JSON.stringify(deliverTo)],
        ),
      });
    const { errors } = await problem(await every(urls.slice(1)), 400, 'invalid-field');
    expect(errors).toMatchObject([
      { field: 'deliverTo', message: 'must have one URL for each of the 3 results, not 2' },
    ]);
    expect(await jsonOf<FileResponse[]>(await every(urls))).toHaveLength(3);
    expect(box.delivered).toHaveLength(3);
  });
});

describe('deliverTo of a job', { timeout: 120_000 }, () => {
  it('is retried twice, and reported by no job, list or log', async () => {
    await using box = await DropBox.open(500, 'reset');
    const job = await endedJob(await jsonOf<JobResponse>(await merge(box.url(), respondAsync), 202));
    expect(resultFile(job).warnings).toEqual([]);
    expect(box.delivered.map(({ bytes }) => sha256(bytes))).toEqual(
      Array.from({ length: 2 }, () => resultFile(job).sha256),
    );
    const list = await (await call('/api/jobs')).text();
    expect(JSON.stringify(job) + list).not.toContain('top-secret');
    const log = readFileSync(join(inject('stateDirectory'), 'run.log'), 'utf8');
    const lines = log.split('\n').filter((line) => line.includes('"delivery"') && line.includes(job.id));
    expect(lines).toHaveLength(3);
    expect(log).not.toContain('top-secret');
  });

  it('that fails three times is a warning of the stored result', async () => {
    await using box = await DropBox.open(503, 503, 503);
    const job = await endedJob(await jsonOf<JobResponse>(await merge(box.url(), respondAsync), 202));
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(resultFile(job).warnings).toMatchObject([{ code: 'not-delivered', host: dropUrl.hostname }]);
    expect(box.delivered).toHaveLength(3);
    expect(sha256(await download(resultFile(job).url))).toBe(resultFile(job).sha256);
  });

  it('sends each part of a split to its URL', async () => {
    await using box = await DropBox.open();
    const urls = JSON.stringify([box.url('/first'), box.url('/second')]);
    const job = await endedJob(await jsonOf<JobResponse>(await split(urls, respondAsync), 202));
    const hashes = new Map(box.delivered.map(({ path, bytes }) => [path?.split('?')[0], sha256(bytes)]));
    const parts = job.result as FileResponse[];
    expect([hashes.get('/first'), hashes.get('/second')]).toEqual(parts.map((part) => part.sha256));
  });
});

describe.skipIf(leftOut('libreoffice'))('deliverTo of an office document', { timeout: 120_000 }, () => {
  it('sends the PDF', async () => {
    await using box = await DropBox.open();
    const fields: Fields = [
      ['file', makeDocx({ text: 'Sent' }), 'a.docx'],
      ['deliverTo', box.url()],
    ];
    const accepted = await call('/api/convert/docx-to-pdf', { body: form(...fields) });
    const job = await endedJob(await jsonOf<JobResponse>(accepted, 202));
    expect(box.delivered.map(({ bytes }) => sha256(bytes))).toEqual([resultFile(job).sha256]);
  });
});

describe.skipIf(leftOut('chromium'))('deliverTo of a rendering', { timeout: 120_000 }, () => {
  /** A picture of noise, which the renderer stores because it does not fit into its reply. */
  const noise = `<!doctype html><canvas id=c width=1600 height=1600></canvas><script>
    const context = c.getContext('2d'), image = context.createImageData(1600, 1600);
    for (let i = 0; i < image.data.length; i += 65536) crypto.getRandomValues(image.data.subarray(i, i + 65536));
    for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
    context.putImageData(image, 0, 0)</script>`;

  it.each([
    ['small', '<p>Small</p>', {}],
    ['small as a job', '<p>Small</p>', respondAsync],
  ])('sends the PDF of a %s page', async (_what, html, headers) => {
    await using box = await DropBox.open(403);
    const fields: Fields = [
      ['file', Buffer.from(html), 'page.html'],
      ['format', 'pdf'],
      ['deliverTo', box.url()],
    ];
    const file = await rendered(fields, headers);
    expect(box.delivered.map(({ bytes }) => sha256(bytes))).toEqual([file.sha256]);
    expect(file.warnings).toMatchObject([{ code: 'not-delivered', host: dropUrl.hostname }]);
  });

  it.each([
    ['', {}],
    [' of a job', respondAsync],
  ])('sends a result%s that the renderer has stored, and records its warning', async (_what, headers) => {
    await using box = await DropBox.open(403);
    const fields: Fields = [
      ['file', Buffer.from(noise), 'noise.html'],
      ['format', 'png'],
      ['width', '1700'],
      ['deliverTo', box.url()],
    ];
    const file = await rendered(fields, headers);
    expect(file.size).toBeGreaterThan(largestAttachment.streamed);
    expect(box.delivered.map(({ bytes }) => sha256(bytes))).toEqual([file.sha256]);
    const { warnings } = await jsonOf(await call(`/api/files/${file.id}`));
    expect(warnings).toMatchObject([{ code: 'not-delivered', host: dropUrl.hostname }]);
    expect(file.warnings).toEqual(warnings);
  });
});
