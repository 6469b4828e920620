import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, form, jsonOf, problem } from '../../support/client.ts';
import { makePdf } from '../../support/pdf.ts';
import { privateAddresses, privateIPv6, spellings } from './spellings.ts';

const site = inject('siteUrl');
const pdf = await makePdf('Page', 1);
const stored = `${site}/files/${randomUUID()}`;

beforeAll(() => fetch(stored, { method: 'PUT', body: new Uint8Array(pdf) }));

const split = (file: string, headers: Record<string, string> = {}): Promise<Response> =>
  call('/api/pdf/split', { headers, body: form(['file', file], ['ranges', '1']) });

async function ended({ id }: JobResponse): Promise<JobResponse> {
  for (;;) {
    const job = await jsonOf<JobResponse>(await call(`/api/jobs/${id}?wait=20`));
    if (job.finishedAt) return job;
  }
}

const redirectTo = (url: string): string => `${site}/redirect?to=${encodeURIComponent(url)}`;

describe('the service accepts (the control)', { timeout: 60_000 }, () => {
  it('the URL of a listed host, by itself and by a redirect', async () => {
    expect((await split(stored)).status).toBe(200);
    expect((await split(redirectTo(stored))).status).toBe(200);
  });
});

describe('the service rejects at once, also for a job,', { timeout: 60_000 }, () => {
  const port = new URL(site).port;
  const hosts = Object.entries(spellings).map(([name, write]) => [name, write('127.0.0.1')] as const);

  it.each<readonly [string, string]>([
    // Another port of the machine with the listed host, in each spelling.
    ...hosts.map(([name, host]) => [`loopback, ${name}`, `https://${host}:8443/`] as const),
    ...privateAddresses.map((address) => [address, `https://${address}/`] as const),
    ...privateIPv6.map((address) => [address, `https://[${address}]/`] as const),
    ['http to a public host', 'http://example.com/'],
    ['a mapped spelling of the listed host', `http://[::ffff:127.0.0.1]:${port}/`],
    ['credentials', `https://user:secret@example.com/`],
    ['a port of another protocol', 'https://example.com:25/'],
  ])('%s', async (_what, url) => {
    for (const headers of [{}, { prefer: 'respond-async' }]) {
      const { errors, detail } = await problem(await split(url, headers), 400, 'url-not-allowed');
      expect(errors?.map(({ field }) => field)).toEqual(['file']);
      expect(detail).not.toContain('secret');
    }
  });
});

describe('the service does not follow redirects', { timeout: 60_000 }, () => {
  const targets = [
    'https://10.0.0.5/',
    'https://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'https://[::ffff:10.0.0.5]/',
    'https://0x7f.1:8443/',
    'https://localhost:8443/',
    'https://user:secret@example.com/',
    'https://example.com:25/',
    'file:///etc/passwd',
    'data:application/pdf,x',
  ];

  it.each(targets)('to %s', async (target) => {
    const { detail } = await problem(await split(redirectTo(target)), 400, 'url-not-allowed');
    expect(detail).not.toContain('secret');
  });

  it('of a job either', async () => {
    const response = await split(redirectTo('https://10.0.0.5/?secret'), { prefer: 'respond-async' });
    const job = await ended(await jsonOf<JobResponse>(response, 202));
    expect(job).toMatchObject({ status: 'failed', error: { code: 'url-not-allowed', retryable: false } });
    expect(JSON.stringify(job)).not.toContain('secret');
  });
});

describe('the service reports whether a retry can succeed', { timeout: 60_000 }, () => {
  it.each([
    ['/status/404', false],
    ['/status/403', false],
    ['/status/500', true],
    ['/status/503', true],
  ])('after %s: %s', async (path, retryable) => {
    expect(await problem(await split(site + path), 400, 'url-unreachable')).toMatchObject({ retryable });
  });
});
