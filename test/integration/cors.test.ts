import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contracts } from '#lib/api/contracts.ts';
import { useBrowser } from '../support/browser.ts';
import { stack } from '../support/client.ts';
import { makeLargePdf } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';

const { baseUrl, keys } = stack;
const cover = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'cover.pdf')).toString('base64');

describe('a preflight request', () => {
  it.each([...new Set(contracts.map(({ path }) => path))])('is supported for %s', async (path) => {
    const response = await fetch(baseUrl + path.replace('{id}', 'job_1'), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')?.split(', ').sort()).toEqual(
      contracts
        .filter((contract) => contract.path === path)
        .map(({ method }) => method)
        .sort(),
    );
    expect(response.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(response.headers.get('x-request-id')).toMatch(/./);
  });
});

/** The parts of a response that a page of another origin can read. */
interface Seen {
  status: number;
  url: string;
  headers: Record<string, string>;
  body: string;
}

describe.skipIf(leftOut('chromium'))('a page of another origin', () => {
  const { open } = useBrowser();
  const elsewhere = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><link rel=icon href=data:,>');
  });
  let origin = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    // Another host name than the service's is another origin, as another port is.
    origin = `http://localhost:${(elsewhere.address() as AddressInfo).port}`;
  });
  afterAll(() => elsewhere.close());

  /** Has the page send a request, as its own scripts would. */
  async function sent(
    path: string,
    {
      method = 'GET',
      headers = {},
      files = [],
      json,
      expected = [],
    }: {
      method?: string;
      headers?: Record<string, string>;
      /** Base64 of each, as parts `files`. */
      files?: string[];
      json?: object;
      expected?: number[];
    },
  ): Promise<Seen> {
    const page = await open(origin, { expected });
    return page.evaluate(
      async ({ url, method, headers, files, json }) => {
        const form = new FormData();
        for (const file of files) {
          const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
          form.append('files', new Blob([bytes], { type: 'application/pdf' }), 'a.pdf');
        }
        const body = json ? JSON.stringify(json) : files.length > 0 ? form : null;
        const response = await fetch(url, { method, headers, body });
        return {
          status: response.status,
          url: response.url,
          headers: Object.fromEntries(response.headers),
          body: (await response.text()).slice(0, 5000),
        };
      },
      { url: baseUrl + path, method, headers, files, json },
    );
  }

  const authorization = `Bearer ${keys.business}`;

  it('converts, and can read the headers', async () => {
    const response = await sent('/api/pdf/merge', {
      method: 'POST',
      headers: { authorization, 'idempotency-key': `cors-${Date.now()}` },
      files: [cover, cover],
    });
    expect(response.status).toBe(200);
    expect(Object.keys(response.headers)).toEqual(
      expect.arrayContaining(['x-request-id', 'ratelimit', 'ratelimit-policy', 'x-ratelimit-remaining']),
    );
    const { url } = JSON.parse(response.body) as { url: string };
    const page = await open(origin);
    const size = await page.evaluate(
      async (address) => (await (await fetch(address)).arrayBuffer()).byteLength,
      url,
    );
    expect(size).toBe((JSON.parse(response.body) as { size: number }).size);
  });

  it('can read the location of a job', async () => {
    const page = await open(origin);
    const docx = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'letter.docx')).toString('base64');
    const headers = await page.evaluate(
      async ({ url, file, authorization }) => {
        const form = new FormData();
        form.append('file', new Blob([Uint8Array.from(atob(file), (c) => c.charCodeAt(0))]), 'letter.docx');
        const response = await fetch(url, { method: 'POST', headers: { authorization }, body: form });
        return Object.fromEntries(response.headers);
      },
      { url: `${baseUrl}/api/convert/docx-to-pdf`, file: docx, authorization },
    );
    expect(headers['location']).toMatch(/\/api\/jobs\/job_/);
    expect(headers['retry-after']).toBe('1');
  });

  it('can read rejections, including those of the gateway', async () => {
    const rejected = await sent('/api/jobs', {
      headers: { authorization: 'Bearer fcs_wrong' },
      expected: [401],
    });
    expect(rejected.status).toBe(401);
    expect(JSON.parse(rejected.body)).toMatchObject({
      code: 'unauthorized',
      requestId: rejected.headers['x-request-id'],
    });
    const few = await sent('/api/pdf/merge', {
      method: 'POST',
      headers: { authorization },
      files: [cover],
      expected: [400],
    });
    expect(JSON.parse(few.body)).toMatchObject({ code: 'too-few-files' });
  });

  it('uploads to storage, and follows redirects to bytes that do not fit into a response', async () => {
    const page = await open(origin);
    const seen = await page.evaluate(
      async ({ baseUrl, authorization, pdf }) => {
        const bytes = Uint8Array.from(atob(pdf), (c) => c.charCodeAt(0));
        const announced = await fetch(`${baseUrl}/api/uploads`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ fileName: 'a.pdf', contentType: 'application/pdf', size: bytes.length }),
        });
        const { id, url, fields } = (await announced.json()) as {
          id: string;
          url: string;
          fields: Record<string, string>;
        };
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        form.append('file', new Blob([bytes]));
        const posted = await fetch(url, { method: 'POST', body: form });
        const merge = new FormData();
        merge.append('files', id);
        merge.append('files', id);
        const merged = await fetch(`${baseUrl}/api/pdf/merge`, {
          method: 'POST',
          headers: { authorization, accept: 'application/pdf', 'idempotency-key': id },
          body: merge,
        });
        return {
          posted: posted.status,
          merged: merged.status,
          redirected: merged.redirected,
          type: merged.headers.get('content-type'),
          size: (await merged.arrayBuffer()).byteLength,
        };
      },
      { baseUrl, authorization, pdf: (await makeLargePdf(20)).toString('base64') },
    );
    expect(seen).toMatchObject({ posted: 204, merged: 200, redirected: true, type: 'application/pdf' });
    expect(seen.size).toBeGreaterThan(20_000_000);
  });
});
