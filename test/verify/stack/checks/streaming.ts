import assert from 'node:assert/strict';
import { createApiKey } from '#lib/auth/api-key.ts';
import { makeLargePdf } from '../../../support/pdf.ts';
import { type Check, NotAvailable } from '../check.ts';
import { bytesOf, fixture, form, requirePdf, requireProblem } from '../responses.ts';
import type { Target } from '../target.ts';
import { mergedPages, mergeForm } from './pdf.ts';

const inline = { accept: 'application/pdf' };

/** A body as it arrives. Times in milliseconds since the request was sent. */
interface Arrival {
  bytes: Uint8Array;
  firstByte: number;
  lastByte: number;
}

async function arrivalOf(response: Response, sentAt: number): Promise<Arrival> {
  const chunks: Uint8Array[] = [];
  let firstByte = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    firstByte ||= performance.now() - sentAt;
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), firstByte, lastByte: performance.now() - sentAt };
}

/** Merges two uploads of 9 MB and reads the result, which no buffered response can hold. */
async function mergeLarge(target: Target): Promise<Arrival> {
  const client = target.client();
  const file = new File([new Uint8Array(await makeLargePdf(9))], 'large.pdf');
  const upload = await client.upload(file);
  const body = form(['files', upload], ['files', upload]);
  const sentAt = performance.now();
  const response = await target.call('/api/pdf/merge', { headers: inline, body });
  if (response.status === 303) throw new NotAvailable('The stack redirects to results of 18 MB.');
  const arrival = await arrivalOf(response, sentAt);
  assert.equal(
    response.status,
    200,
    `${response.status}: ${Buffer.from(arrival.bytes).toString('latin1', 0, 300)}`,
  );
  await client.deleteUpload(upload);
  return arrival;
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const longPage = 40;

export const streamingChecks: readonly Check[] = [
  {
    title: 'A merge returns the PDF itself behind the authorizer and the usage plan',
    contract: true,
    covers: ['stream-authorizer'],
    async run(target) {
      const response = await target.call('/api/pdf/merge', { headers: inline, body: mergeForm() });
      assert.equal(response.headers.get('content-type'), 'application/pdf');
      assert.match(response.headers.get('content-disposition') ?? '', /merged\.pdf/);
      const headers = ['x-request-id', 'ratelimit', 'ratelimit-policy', 'x-ratelimit-remaining'];
      for (const name of headers) assert.ok(response.headers.get(name), `The response has no ${name}.`);
      return requirePdf(await bytesOf(response), mergedPages);
    },
  },
  {
    title: 'A conversion rejects unknown keys with a 401 problem',
    contract: true,
    needs: ['gateway-responses'],
    covers: ['stream-authorizer'],
    async run(target) {
      const call = { key: createApiKey(), headers: inline, body: mergeForm() };
      await requireProblem(await target.call('/api/pdf/merge', call), 401, 'unauthorized');
      return '401 `application/problem+json`';
    },
  },
  {
    title: 'Responses of 18 MB are streamed, and slow down only after 6 MB',
    contract: false,
    needs: ['streaming'],
    covers: ['stream-rate'],
    async run(target) {
      const { bytes, firstByte, lastByte } = await mergeLarge(target);
      assert.ok(bytes.length > 18_000_000, `The response has ${bytes.length} bytes.`);
      const text = `${(bytes.length / 1e6).toFixed(1)} MB: first byte after ${seconds(firstByte)}, the rest in ${seconds(lastByte - firstByte)}`;
      assert.ok(lastByte > firstByte && lastByte - firstByte < 7000, text);
      return text;
    },
  },
  {
    title: `A response may take ${longPage} seconds`,
    contract: false,
    needs: ['streaming', 'rendering', 'long-responses'],
    covers: ['stream-timeouts', 'stream-invoke'],
    async run(target) {
      const start = performance.now();
      const body = form(
        ['file', fixture('page.html')],
        ['format', 'pdf'],
        ['waitForExpression', `performance.now() > ${longPage * 1000}`],
      );
      const response = await target.call('/api/html/file', { headers: inline, body });
      const bytes = await bytesOf(response);
      assert.equal(Buffer.from(bytes).toString('latin1', 0, 4), '%PDF');
      return `200 after ${seconds(performance.now() - start)}`;
    },
  },
];
