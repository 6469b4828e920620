import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import type { StoredFile } from '#lib/files/file-record.ts';
import { resultSender } from '#lib/gotenberg/webhooks/send-result.ts';
import type { Job } from '#lib/jobs/job.ts';
import { newWebhook, type ResultWebhook } from '#lib/jobs/notification.ts';
import type { NotifiableJob } from '#lib/webhooks/event.ts';
import { closeAll, startHttp } from '../../support/egress.ts';
import { newJob, newResult } from '../../support/jobs.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const received: Received[] = [];
let origin = '';
let status = 200;
/** Paths that the receiver does not respond to. */
let hangs: readonly string[] = [];

beforeEach(async () => {
  received.length = 0;
  status = 200;
  hangs = [];
  const port = await startHttp((request, response) => {
    void buffer(request).then((body) => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      if (!hangs.includes(request.url ?? '')) response.writeHead(status).end();
    });
  });
  origin = `http://127.0.0.1:${port}`;
});
afterEach(closeAll);

const contents: Readonly<Record<string, string>> = { 'a.pdf': '%PDF-a', 'b.pdf': '%PDF-b' };
const contentOf = ({ fileName }: StoredFile): Buffer => Buffer.from(contents[fileName] ?? '');

const send = resultSender({
  allowed: AllowedHosts.parse('127.0.0.1'),
  files: { open: (file) => Promise.resolve([contentOf(file)] as never) },
});

const resultOf = (job: Job, fileName: string, size = 6): StoredFile => ({
  ...newResult(job),
  fileName,
  size,
});

function job(given: Partial<Job>, result: Partial<ResultWebhook> = {}): NotifiableJob {
  const webhook = newWebhook(`${origin}/done`, 'https://api.example.com', {
    method: 'POST',
    errorMethod: 'POST',
    errorUrl: `${origin}/failed`,
    headers: { 'X-Order': '7' },
    trace: 't-1',
    outputName: '',
    ...result,
  });
  const finishedAt = new Date().toISOString();
  return { ...newJob(), status: 'completed', finishedAt, ...given, webhook } as NotifiableJob;
}

const of = (fileName: string, size?: number) => resultOf(newJob(), fileName, size);
const events = () =>
  received.filter(({ url }) => url === '/events').map(({ body }) => JSON.parse(body.toString()) as object);

describe('the result of a job', () => {
  it('is sent as it is, with its name and the headers of the client', async () => {
    expect(await send(job({ result: of('a.pdf') }, { method: 'PUT', outputName: 'report' }), 20_000)).toBe(
      200,
    );
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'PUT', url: '/done', body: Buffer.from('%PDF-a') });
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="report.pdf"',
      'content-length': '6',
      'gotenberg-trace': 't-1',
      'x-order': '7',
    });
  });

  it('keeps a Content-Disposition of the client', async () => {
    await send(job({ result: of('a.pdf') }, { headers: { 'Content-Disposition': 'inline' } }), 20_000);
    expect(received[0]?.headers['content-disposition']).toBe('inline');
  });

  it('is a zip of several files, under the names of the request', async () => {
    const result = [of('a.pdf'), of('b.pdf')];
    await send(job({ result }, { fileNames: ['one.docx.pdf', 'two.docx.pdf'], outputName: 'all' }), 20_000);
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="all.zip"',
    });
    const files = unzipSync(received[0]?.body ?? Buffer.alloc(0));
    expect(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['one.docx.pdf', '%PDF-a'],
      ['two.docx.pdf', '%PDF-b'],
    ]);
  });

  it('of several files that are too large together is an error', async () => {
    await send(job({ result: [of('a.pdf', 60_000_000), of('b.pdf', 60_000_000)] }), 20_000);
    expect(received.map(({ url }) => url)).toEqual(['/failed']);
    expect(JSON.parse(received[0]?.body.toString() ?? '')).toMatchObject({
      status: 413,
      message: expect.stringContaining('120000000') as string,
    });
  });

  it('that was deleted is an error', async () => {
    await send(job({ result: of('a.pdf'), deletedAt: new Date().toISOString() }), 20_000);
    expect(JSON.parse(received[0]?.body.toString() ?? '')).toMatchObject({ status: 410 });
  });
});

describe('an error', () => {
  const error = { code: 'damaged-document', detail: 'The document is damaged.', retryable: false } as const;

  it('goes to its own URL as JSON', async () => {
    expect(await send(job({ status: 'failed', error }, { errorMethod: 'PATCH' }), 20_000)).toBe(200);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'PATCH', url: '/failed' });
    expect(JSON.parse(received[0]?.body.toString() ?? '')).toEqual({
      status: 400,
      message: expect.stringContaining('damaged') as string,
    });
  });

  it('is an event too, once it has arrived', async () => {
    const target = job({ status: 'failed', error }, { eventsUrl: `${origin}/events` });
    status = 503;
    expect(await send(target, 20_000)).toBe(503);
    expect(events()).toEqual([]);
    status = 200;
    expect(await send(target, 20_000)).toBe(200);
    expect(events()).toHaveLength(1);
  });

  it('whose only notification is an event fails with it', async () => {
    const target = job({ status: 'failed', error }, { eventsUrl: 'http://127.0.0.1:1/events' });
    delete target.webhook.result?.errorUrl;
    await expect(send(target, 20_000)).rejects.toMatchObject({ host: '127.0.0.1', reason: 'port' });
  });

  it('is an event for a client that names no URL for errors', async () => {
    const target = job({ status: 'failed', error }, { eventsUrl: `${origin}/events` });
    delete target.webhook.result?.errorUrl;
    expect(await send(target, 20_000)).toBe(200);
    expect(events()).toEqual([
      expect.objectContaining({ event: 'webhook.error', correlationId: 't-1' }) as object,
    ]);
  });
});

describe('an event', () => {
  it('follows a result that arrived', async () => {
    await send(job({ result: of('a.pdf') }, { eventsUrl: `${origin}/events` }), 20_000);
    expect(received.map(({ url }) => url)).toEqual(['/done', '/events']);
    expect(events()).toEqual([
      { event: 'webhook.success', correlationId: 't-1', timestamp: expect.any(String) as string },
    ]);
  });

  it('does not follow a result that was rejected', async () => {
    status = 500;
    expect(await send(job({ result: of('a.pdf') }, { eventsUrl: `${origin}/events` }), 20_000)).toBe(500);
    expect(received.map(({ url }) => url)).toEqual(['/done']);
  });

  it('has five seconds of the attempt, which the receiver of the result does not get', async () => {
    hangs = ['/done'];
    const target = job({ result: of('a.pdf') }, { eventsUrl: `${origin}/events` });
    await expect(send(target, 5_200)).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('that does not arrive does not repeat the result', async () => {
    const target = job({ result: of('a.pdf') }, { eventsUrl: 'http://127.0.0.1:1/events' });
    expect(await send(target, 20_000)).toBe(200);
  });
});
