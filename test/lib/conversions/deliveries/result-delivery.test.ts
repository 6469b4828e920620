import { unzipSync } from 'fflate';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Deliverable } from '#lib/conversions/deliveries/deliverable.ts';
import { type DeliveryReport, ResultDelivery } from '#lib/conversions/deliveries/result-delivery.ts';
import { EgressDenied, EgressFailed } from '#lib/engines/egress/errors.ts';
import type { Content, ProducedFile } from '#lib/files/produced-file.ts';

const url = 'https://bucket.example/a.pdf?signature=secret';
const soon = (): number => Date.now() + 60_000;

const produced = <C extends Content>(content: C, fileName = 'a.pdf'): ProducedFile<C> => ({
  fileName,
  contentType: 'application/pdf',
  content,
  warnings: [{ code: 'damaged', message: 'repaired' }],
});
const pdf = produced(Buffer.from('abc'));

const bytesOf = ({ read }: Deliverable): Promise<Buffer> => buffer(Readable.from(read()));

/** A delivery whose attempts have these outcomes in turn, and then succeed. */
function delivery(outcomes: readonly (number | Error)[] = [], pauses: readonly number[] = [0.01, 0.01]) {
  const left = [...outcomes];
  const sent: { url: string; type: string; size: number; bytes: Buffer }[] = [];
  const reports: DeliveryReport[] = [];
  const deliveries = new ResultDelivery({
    pauses,
    report: (report) => reports.push(report),
    send: async (to, file) => {
      sent.push({ url: to, type: file.contentType, size: file.size, bytes: await bytesOf(file) });
      const outcome = left.shift() ?? 200;
      if (typeof outcome === 'number') return outcome;
      throw outcome;
    },
  });
  return { deliveries, sent, reports };
}

describe('a delivery of one result', () => {
  it('sends its bytes, and nothing without a URL', async () => {
    const { deliveries, sent, reports } = delivery();
    expect(await deliveries.one(pdf, { deliverTo: undefined, deadline: soon() })).toEqual(pdf);
    expect(sent).toEqual([]);
    expect(await deliveries.one(pdf, { deliverTo: url, deadline: soon() })).toEqual(pdf);
    expect(await deliveries.one(pdf, { deliverTo: [url], deadline: soon() })).toEqual(pdf);
    const one = { url, type: 'application/pdf', size: 3, bytes: Buffer.from('abc') };
    expect(sent).toEqual([one, one]);
    expect(reports).toEqual([
      { host: 'bucket.example', attempt: 1, status: 200 },
      { host: 'bucket.example', attempt: 1, status: 200 },
    ]);
  });

  it('reads a file on disk again for each attempt', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'delivery-'));
    try {
      const path = join(folder, 'a.pdf');
      writeFileSync(path, 'on disk');
      const { deliveries, sent } = delivery([500]);
      await deliveries.one(produced({ path, size: 7 }), { deliverTo: url, deadline: soon() });
      expect(sent.map(({ bytes }) => bytes.toString())).toEqual(['on disk', 'on disk']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['500', 500, 3],
    ['429', 429, 3],
    ['408', 408, 3],
    ['403', 403, 1],
    ['302', 302, 1],
    ['a timeout', new EgressFailed('bucket.example', 'timeout'), 3],
    ['a refused connection', new EgressFailed('bucket.example', 'unreachable'), 3],
    ['an invalid certificate', new EgressFailed('bucket.example', 'protocol'), 1],
    ['a private address', new EgressDenied('bucket.example', 'address'), 1],
  ])('that fails with %s is a warning without the URL', async (_what, outcome, attempts) => {
    const { deliveries, sent, reports } = delivery([outcome, outcome, outcome, outcome]);
    const { warnings } = await deliveries.one(pdf, { deliverTo: url, deadline: soon() });
    expect(sent).toHaveLength(attempts);
    expect(warnings).toMatchObject([{ code: 'not-delivered', host: 'bucket.example' }, { code: 'damaged' }]);
    expect(warnings[0]?.message).toMatch(/^The result was not delivered: 'bucket\.example' .*\.$/);
    expect(JSON.stringify([warnings, reports])).not.toContain('secret');
    expect(JSON.stringify([warnings, reports])).not.toContain('a.pdf');
  });

  it('succeeds with a later attempt', async () => {
    const { deliveries, reports } = delivery([503, new EgressFailed('bucket.example', 'timeout')]);
    expect(await deliveries.one(pdf, { deliverTo: url, deadline: soon() })).toEqual(pdf);
    expect(reports).toMatchObject([
      { attempt: 1, status: 503 },
      { attempt: 2, status: null, reason: 'timeout' },
      { attempt: 3, status: 200 },
    ]);
  });

  it('has one attempt without pauses', async () => {
    const { deliveries, sent } = delivery([503], []);
    await deliveries.one(pdf, { deliverTo: url, deadline: soon() });
    expect(sent).toHaveLength(1);
  });

  it('leaves time to store the result, and makes no attempt without any', async () => {
    const limits: number[] = [];
    const deliveries = new ResultDelivery({
      pauses: [1],
      send: (_url, _file, { milliseconds }) => {
        limits.push(milliseconds);
        return Promise.resolve(500);
      },
    });
    await deliveries.one(pdf, { deliverTo: url, deadline: Date.now() + 3_500 });
    expect(limits).toHaveLength(1);
    expect(limits[0]).toBeLessThanOrEqual(500);
    const { warnings } = await deliveries.one(pdf, { deliverTo: url, deadline: Date.now() + 2_000 });
    expect(limits).toHaveLength(1);
    expect(warnings[0]).toMatchObject({
      code: 'not-delivered',
      message: "The result was not delivered: There was no time left to send it to 'bucket.example'.",
    });
  });

  it('ends with its job, and with an error of the file', async () => {
    const { deliveries } = delivery([500], [60]);
    const controller = new AbortController();
    const work = deliveries.one(pdf, {
      deliverTo: url,
      deadline: Date.now() + 600_000,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(), 20);
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    const broken = new Error('S3 is down');
    const other = delivery([broken]).deliveries.one(pdf, { deliverTo: url, deadline: soon() });
    await expect(other).rejects.toBe(broken);
  });
});

describe('a delivery of several results', () => {
  const parts = [produced(Buffer.from('one'), 'a_1.pdf'), produced(Buffer.from('two'), 'a_2.pdf')];

  it('sends each to its URL, in their order', async () => {
    const { deliveries, sent } = delivery();
    const urls = [url, 'https://other.example/b.pdf'];
    const delivered = await deliveries.many(parts, 'a.pdf', { deliverTo: urls, deadline: soon() });
    expect(delivered).toEqual(parts);
    expect(sent.map(({ url: to, bytes }) => [to, bytes.toString()])).toEqual([
      [urls[0], 'one'],
      [urls[1], 'two'],
    ]);
  });

  it('marks only those that were not delivered', async () => {
    const { deliveries } = delivery([200, 403]);
    const urls = [url, 'https://other.example/b.pdf'];
    const delivered = await deliveries.many(parts, 'a.pdf', { deliverTo: urls, deadline: soon() });
    expect(delivered.map(({ warnings }) => warnings.map(({ host }) => host))).toEqual([
      [undefined],
      ['other.example', undefined],
    ]);
  });

  it('sends one ZIP file to a single URL', async () => {
    const { deliveries, sent } = delivery([403]);
    const delivered = await deliveries.many(parts, 'a.pdf', { deliverTo: url, deadline: soon() });
    expect(sent).toMatchObject([{ url, type: 'application/zip' }]);
    const [{ bytes, size } = { bytes: Buffer.alloc(0), size: 0 }] = sent;
    expect(bytes).toHaveLength(size);
    const files = Object.entries(unzipSync(bytes)).map(([name, file]) => [
      name,
      Buffer.from(file).toString(),
    ]);
    expect(files).toEqual([
      ['a_1.pdf', 'one'],
      ['a_2.pdf', 'two'],
    ]);
    expect(delivered.map(({ warnings }) => warnings[0]?.code)).toEqual(['not-delivered', 'not-delivered']);
  });

  it('sends nothing when the numbers differ, or without a URL', async () => {
    const { deliveries, sent } = delivery();
    const work = deliveries.many(parts, 'a.pdf', { deliverTo: [url], deadline: soon() });
    await expect(work).rejects.toMatchObject({
      code: 'invalid-field',
      errors: [
        {
          field: 'deliverTo',
          message: 'must have one URL for each of the 2 results, not 1',
        },
      ],
    });
    expect(await deliveries.many(parts, 'a.pdf', { deliverTo: undefined, deadline: soon() })).toEqual(parts);
    expect(sent).toEqual([]);
  });
});
