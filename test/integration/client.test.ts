import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { ConversionClient, type SendProgress } from '#lib/client/src/index.ts';
import { newKey, stack } from '../support/client.ts';
import { startDroppingProxy } from '../support/dropping-proxy.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

const client = new ConversionClient({ baseUrl: stack.baseUrl, apiKey: stack.keys.business });
const fileOf = (bytes: Uint8Array<ArrayBuffer> | string, name: string) => new File([bytes], name);
const report = fileOf(new Uint8Array(await makePdf('Report', 7)), 'report.pdf');
const cover = fileOf(new Uint8Array(await makePdf('Cover', 1)), 'cover.pdf');
const letter = fileOf(new Uint8Array(makeDocx({ text: 'Dear reader' })), 'letter.docx');

const folder = await mkdtemp(join(tmpdir(), 'client-'));
afterAll(() => rm(folder, { recursive: true }));

const textsOf = async (response: Response) => pageTexts(Buffer.from(await response.arrayBuffer()));

describe('the client', () => {
  it('merges and downloads', async () => {
    const merged = await client.mergePdf({ files: [report, cover], pages: ['7,1', null], fileName: 'Beide' });
    expect(merged).toMatchObject({ fileName: 'Beide.pdf', pages: 3 });
    const texts = ['Report, page 7', 'Report, page 1', 'Cover, page 1'];
    expect(await textsOf(await client.download(merged))).toEqual(texts);
    expect(await textsOf(await client.download(merged.id))).toEqual(texts);
    await client.deleteFile(merged.id);
    await expect(client.download(merged.id)).rejects.toMatchObject({ code: 'gone', status: 410 });
  });

  it('splits', async () => {
    const parts = await client.splitPdf({ file: report, ranges: '1-3,-1' });
    expect(parts.map(({ fileName, pages }) => [fileName, pages])).toEqual([
      ['report_1-3.pdf', 3],
      ['report_7.pdf', 1],
    ]);
  });

  it.skipIf(leftOut('chromium'))('renders pages with assets, and pages of the web', async () => {
    const page = fileOf('<link rel="stylesheet" href="style.css"><p>Hello</p>', 'page.html');
    const style = fileOf('p::after { content: " world" }', 'style.css');
    const pdf = await client.htmlFile({
      file: page,
      assets: [style],
      format: 'pdf',
      landscape: true,
      marginTop: '2cm',
    });
    expect(pdf.warnings).toEqual([]);
    expect((await textsOf(await client.download(pdf))).join()).toContain('Hello world');
    const png = await client.htmlUrl({
      url: `${inject('siteUrl')}/page`,
      format: 'png',
      width: 320,
      fullPage: false,
    });
    expect(png).toMatchObject({ contentType: 'image/png', width: 320, height: 800 });
    expect(png.warnings.length).toBeGreaterThan(0);
  });

  it('uploads a file that exceeds a request from disk, with progress', async () => {
    const path = join(folder, 'large.pdf');
    const bytes = new Uint8Array(await makePdf('Large', 2));
    // What stands behind the end of a PDF does no harm.
    await writeFile(path, [bytes, `%${randomBytes(3_500_000).toString('hex')}\n`]);
    const large = new File([await openAsBlob(path)], 'large.pdf');
    expect(large.size).toBeGreaterThan(7_000_000);
    const progress: SendProgress[] = [];
    const merged = await client.mergePdf(
      { files: [cover, large] },
      { onProgress: (now) => progress.push(now) },
    );
    expect(await textsOf(await client.download(merged))).toEqual([
      'Cover, page 1',
      'Large, page 1',
      'Large, page 2',
    ]);
    expect(progress.length).toBeGreaterThan(20);
    expect(progress.map(({ sent }) => sent)).toEqual(progress.map(({ sent }) => sent).sort((a, b) => a - b));
    expect(progress.at(-1)).toEqual({ sent: large.size + cover.size, total: large.size + cover.size });
  });

  it('throws the errors of the service', async () => {
    const error: unknown = await client
      .splitPdf({ file: cover, ranges: '2' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'ProblemError',
      status: 400,
      code: 'invalid-range',
      retryable: false,
      errors: [{ field: 'ranges', message: "'2' is past the end of the document, which has 1 page" }],
    });
    const stranger = new ConversionClient({ baseUrl: stack.baseUrl, apiKey: 'fcs_nobody' });
    await expect(stranger.getJob('job_1')).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('reports an exceeded rate and when to retry', async () => {
    const { key } = await newKey('free');
    const own = new ConversionClient({ baseUrl: stack.baseUrl, apiKey: key, retries: 0 });
    const merges = Array.from({ length: 21 }, () =>
      own.mergePdf({ files: [cover, cover] }).catch((error: unknown) => error),
    );
    const limited = (await Promise.all(merges)).find((response) => response instanceof Error);
    expect(limited).toMatchObject({ code: 'rate-limited', status: 429, retryable: true });
    const { retryAfter } = limited as { retryAfter?: number };
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  it('does nothing twice when a response is lost', async () => {
    const proxy = await startDroppingProxy(stack.baseUrl, 'POST', 1);
    const own = new ConversionClient({ baseUrl: proxy.url, apiKey: stack.keys.business });
    try {
      const causes: string[] = [];
      const input = { files: [cover, report] };
      const merged = await own.mergePdf(input, {
        onRetry: ({ name }) => causes.push(name),
        idempotencyKey: `lost-${Date.now()}`,
      });
      expect(merged.pages).toBe(8);
      expect(causes).toEqual(['ConnectionError']);
      expect(proxy.requests).toEqual(Array(2).fill('POST /api/pdf/merge'));
    } finally {
      await proxy.stop();
    }
  });
});

describe.skipIf(leftOut('libreoffice'))('jobs of the client', { timeout: 120_000 }, () => {
  it('end with a result', async () => {
    const job = await client.convertDocx({ file: letter, tagged: true });
    const seen: string[] = [];
    const done = await client.waitForJob(job, { onProgress: (now) => seen.push(now.status) });
    expect(done.status).toBe('completed');
    expect(seen.every((state) => state === 'queued' || state === 'processing')).toBe(true);
    const result = resultFile(done);
    expect(await textsOf(await client.download(result))).toEqual(['Dear reader']);
    expect(await client.jobResult(job.id)).toMatchObject({ id: result.id });
    await client.deleteJob(job.id);
    await expect(client.jobResult(job.id)).rejects.toMatchObject({ code: 'gone' });
  });

  it('fail with the error of the document', async () => {
    const damaged = fileOf(
      new Uint8Array(await letter.slice(0, letter.size - 100).arrayBuffer()),
      'letter.docx',
    );
    const job = await client.convertDocx({ file: damaged });
    await expect(client.waitForJob(job)).rejects.toMatchObject({
      name: 'JobError',
      code: 'damaged-document',
    });
  });

  it('are created once, although the connection broke', async () => {
    const { key } = await newKey('pro');
    const proxy = await startDroppingProxy(stack.baseUrl, 'POST', 2);
    const own = new ConversionClient({ baseUrl: proxy.url, apiKey: key });
    try {
      const job = await own.convertDocx({ file: letter });
      expect(proxy.requests).toEqual(Array(3).fill('POST /api/convert/docx-to-pdf'));
      await own.waitForJob(job);
      const ids: string[] = [];
      for await (const { id } of own.jobs()) ids.push(id);
      expect(ids).toEqual([job.id]);
    } finally {
      await proxy.stop();
    }
  });
});
