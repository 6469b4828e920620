import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import { call, type Call, download, form, jsonOf, newKey, post, problem, upload } from '../support/client.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';

const pdf = await makePdf('Page', 3);
const other = await makePdf('Other', 1);
const html = Buffer.from('<title>Idempotent</title><p>Hello');

const twoFiles = () => form(['files', pdf], ['files', other]);
const keyed = (path: string, { headers, ...rest }: Call, key: string) =>
  call(path, { ...rest, headers: { ...headers, 'idempotency-key': key } });

const isReplay = (response: Response): boolean => response.headers.get('idempotent-replayed') === 'true';
/** What a replay returns unchanged. */
const lasting = ({ url: _, urlExpiresAt: __, ...rest }: FileResponse) => rest;

describe('the same request again', () => {
  it('returns the merged file of the first, with new URLs, and counts against the plan', async () => {
    const { key } = await newKey('free');
    const send = () => keyed('/api/pdf/merge', { key, body: twoFiles() }, 'a');
    const first = await send();
    const file = await jsonOf(first);
    expect(isReplay(first)).toBe(false);
    await sleep(1100);
    const again = await send();
    expect(isReplay(again)).toBe(true);
    expect(again.headers.get('vary')).toBe('Accept');
    expect(again.headers.get('x-ratelimit-remaining')).toBe('8');
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    const replayed = await jsonOf(again);
    expect(lasting(replayed)).toEqual(lasting(file));
    expect(replayed.url).not.toBe(file.url);
    expect(await pageTexts(await download(replayed.url))).toHaveLength(4);
  });

  it('returns all parts of a split, or the bytes of the first ZIP', async () => {
    const body = () => form(['file', pdf], ['ranges', '1,2-3,-1']);
    const list = randomUUID();
    const parts = await jsonOf<FileResponse[]>(await keyed('/api/pdf/split', { body: body() }, list));
    const again = await keyed('/api/pdf/split', { body: body() }, list);
    expect(isReplay(again)).toBe(true);
    expect((await jsonOf<FileResponse[]>(again)).map(lasting)).toEqual(parts.map(lasting));

    const zip = randomUUID();
    const headers = { accept: 'application/zip' };
    const first = await keyed('/api/pdf/split', { headers, body: body() }, zip);
    const second = await keyed('/api/pdf/split', { headers, body: body() }, zip);
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(second.headers.get('content-disposition')).toBe(first.headers.get('content-disposition'));
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('returns the bytes of the first response, regardless of Accept', async () => {
    const key = randomUUID();
    const first = await keyed(
      '/api/pdf/merge',
      { headers: { accept: 'application/pdf' }, body: twoFiles() },
      key,
    );
    const again = await keyed('/api/pdf/merge', { body: twoFiles() }, key);
    expect(isReplay(again)).toBe(true);
    expect(again.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await again.arrayBuffer());
    expect(bytes.equals(Buffer.from(await first.arrayBuffer()))).toBe(true);
    expect(await pageTexts(bytes)).toHaveLength(4);
  });

  it('returns a valid form for the same upload', async () => {
    const key = randomUUID();
    const announce = () =>
      keyed(
        '/api/uploads',
        {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ fileName: 'a.pdf', contentType: 'application/pdf', size: pdf.length }),
        },
        key,
      );
    interface Form {
      id: string;
      url: string;
      fields: Record<string, string>;
      expiresAt: string;
    }
    const first = await jsonOf<Form>(await announce(), 201);
    await sleep(1100);
    const response = await announce();
    expect(isReplay(response)).toBe(true);
    const again = await jsonOf<Form>(response, 201);
    expect(again.id).toBe(first.id);
    expect(Date.parse(again.expiresAt)).toBeGreaterThan(Date.parse(first.expiresAt));
    expect((await post(again.url, again.fields, pdf)).status).toBe(204);
    await jsonOf(await call('/api/pdf/split', { body: form(['file', first.id], ['ranges', '1']) }));
  });

  it('returns the rejection of the first, with the new request id', async () => {
    const key = randomUUID();
    const send = () => keyed('/api/pdf/split', { body: form(['file', pdf], ['ranges', '9']) }, key);
    const first = await send();
    const again = await send();
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    const [original, replayed] = [
      await problem(first, 400, 'invalid-range'),
      await problem(again, 400, 'invalid-range'),
    ];
    expect(replayed).toEqual({ ...original, requestId: replayed.requestId });
    expect(replayed.requestId).not.toBe(original.requestId);
  });

  it('is gone when the result has been deleted', async () => {
    const key = randomUUID();
    const { id } = await jsonOf(await keyed('/api/pdf/merge', { body: twoFiles() }, key));
    await call(`/api/files/${id}`, { method: 'DELETE' });
    await problem(await keyed('/api/pdf/merge', { body: twoFiles() }, key), 410, 'gone');
  });

  it.skipIf(leftOut('chromium'))('returns the rendered page with its number of warnings', async () => {
    const key = randomUUID();
    const send = () =>
      keyed(
        '/api/html/file',
        {
          headers: { accept: 'image/png' },
          body: form(
            ['file', Buffer.concat([html, Buffer.from('<img src="http://127.0.0.1:1/x.png">')]), 'a.html'],
            ['format', 'png'],
          ),
        },
        key,
      );
    const first = await send();
    const again = await send();
    expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
    expect(again.headers.get('x-render-warnings')).toBe('1');
    expect(first.headers.get('x-render-warnings')).toBe('1');
    const bytes = Buffer.from(await again.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.equals(Buffer.from(await first.arrayBuffer()))).toBe(true);
  });
});

describe('another request with the key', () => {
  const key = randomUUID();

  it.each<[string, () => FormData]>([
    ['other files', () => form(['files', other], ['files', other])],
    ['another order', () => form(['files', other], ['files', pdf])],
    ['another field', () => form(['files', pdf], ['files', other], ['fileName', 'x'])],
  ])('with %s is rejected', async (_, body) => {
    expect((await keyed('/api/pdf/merge', { body: twoFiles() }, key)).status).toBe(200);
    await problem(await keyed('/api/pdf/merge', { body: body() }, key), 422, 'idempotency-key-reused');
  });

  it('that spells out a default is the same', async () => {
    await keyed('/api/pdf/merge', { body: twoFiles() }, key);
    const body = form(['fileName', ''], ['files', pdf], ['files', other]);
    expect(isReplay(await keyed('/api/pdf/merge', { body }, key))).toBe(true);
  });

  it('is separate at another endpoint, or of another client', async () => {
    await keyed('/api/pdf/merge', { body: twoFiles() }, key);
    const split = await keyed('/api/pdf/split', { body: form(['file', pdf], ['ranges', '1']) }, key);
    expect([split.status, isReplay(split)]).toEqual([200, false]);
    const client = await newKey('pro');
    const merge = await keyed(
      '/api/pdf/merge',
      { key: client.key, body: form(['files', pdf], ['files', pdf]) },
      key,
    );
    expect([merge.status, isReplay(merge)]).toEqual([200, false]);
  });

  it('compares uploads by id, not by bytes', async () => {
    const own = randomUUID();
    const [first, second] = [await upload(pdf), await upload(pdf)];
    const send = (id: string) => keyed('/api/pdf/split', { body: form(['file', id], ['ranges', '1']) }, own);
    expect((await send(first)).status).toBe(200);
    expect(isReplay(await send(first))).toBe(true);
    await problem(await send(second), 422, 'idempotency-key-reused');
  });
});

it('concurrent requests with one key create one file; early duplicates get 409', async () => {
  const key = randomUUID();
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => keyed('/api/pdf/merge', { body: twoFiles() }, key)),
  );
  const ids = new Set<string>();
  let own = 0;
  for (const response of responses) {
    if (response.status === 409) {
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
      await problem(response, 409, 'request-in-progress');
    } else {
      own += isReplay(response) ? 0 : 1;
      ids.add((await jsonOf(response)).id);
    }
  }
  expect([own, ids.size]).toEqual([1, 1]);
  const later = await keyed('/api/pdf/merge', { body: twoFiles() }, key);
  expect(ids).toContain((await jsonOf(later)).id);
});

it.skipIf(leftOut('chromium'))('a rendering of an unreachable page can be retried', async () => {
  const key = randomUUID();
  const url = `${inject('siteUrl')}/no-such-page`;
  const send = () => keyed('/api/html/url', { body: form(['url', url], ['format', 'png']) }, key);
  const first = await send();
  const { retryable } = await problem(first, 400, 'url-unreachable');
  expect(retryable).toBe(true);
  expect(isReplay(await send())).toBe(false);
});

it.each(['', 'x'.repeat(256)])('rejects the key %j, naming the header', async (key) => {
  const { errors } = await problem(
    await keyed('/api/pdf/merge', { body: twoFiles() }, key),
    400,
    'invalid-field',
  );
  expect(errors?.map(({ field }) => field)).toEqual(['Idempotency-Key']);
});
