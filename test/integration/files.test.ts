import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, download, form, jsonOf, newKey, post, problem, stack, upload } from '../support/client.ts';
import { makePdf } from '../support/pdf.ts';

const page = await makePdf('Page', 1);
const merged = async (key = stack.keys.business) =>
  jsonOf(await call('/api/pdf/merge', { key, body: form(['files', page], ['files', page]) }));

describe('files', () => {
  it('are returned with a new presigned URL', async () => {
    const file = await merged();
    const read = await jsonOf(await call(`/api/files/${file.id}`));
    expect({ ...read, url: '', urlExpiresAt: '' }).toEqual({ ...file, url: '', urlExpiresAt: '' });
    expect(await download(read.url)).toHaveLength(file.size);
  });

  it('are gone once deleted, including their URLs, also when deleted repeatedly', async () => {
    const file = await merged();
    for (let time = 0; time < 2; time += 1) {
      const response = await call(`/api/files/${file.id}`, { method: 'DELETE' });
      expect(response.status).toBe(204);
      expect(await response.text()).toBe('');
    }
    await problem(await call(`/api/files/${file.id}`), 410, 'gone');
    expect((await fetch(file.url)).status).toBe(404);
  });

  it('are not found by another key, nor deleted by it', async () => {
    const file = await merged();
    const { key } = await newKey('pro');
    await problem(await call(`/api/files/${file.id}`, { key }), 404, 'not-found');
    await problem(await call(`/api/files/${file.id}`, { key, method: 'DELETE' }), 404, 'not-found');
    expect((await call(`/api/files/${file.id}`)).status).toBe(200);
  });

  it.each([
    'file_1',
    'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
    'file_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
    '..%2f..%2fkeys',
    '%00',
    'x'.repeat(200),
  ])('named %s do not exist', async (id) => {
    await problem(await call(`/api/files/${id}`), 404, 'not-found');
    await problem(await call(`/api/files/${id}`, { method: 'DELETE' }), 404, 'not-found');
  });

  it('have URLs that any change invalidates', async () => {
    const { url } = await merged();
    const other = new URL((await merged()).url).pathname;
    const changed = [
      url.replace(/X-Amz-Signature=./, (text) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')),
      url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'),
      url.replace('merged.pdf', 'evil.exe'),
      url.replace(new URL(url).pathname, other),
      url.split('?')[0] ?? '',
    ];
    for (const attempt of changed) expect((await fetch(attempt)).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  });
});

it('query parameters of a file are rejected', async () => {
  const { id } = await merged();
  const { errors } = await problem(await call(`/api/files/${id}?x=1&y=2`), 400, 'invalid-field');
  expect(errors?.map(({ field }) => field)).toEqual(['x', 'y']);
});

describe('POST /api/uploads', () => {
  const create = (
    request: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) =>
    call('/api/uploads', { headers, body: typeof request === 'string' ? request : JSON.stringify(request) });
  const request = { fileName: 'a.pdf', contentType: 'application/pdf', size: page.length };

  it('returns a form for that file only', async () => {
    const { id, url, fields, maxSize, expiresAt } = await jsonOf<{
      id: string;
      url: string;
      fields: Record<string, string>;
      maxSize: number;
      expiresAt: string;
    }>(await create(request), 201);
    expect(id).toMatch(/^upl_[0-9A-Z]{26}$/);
    expect(maxSize).toBe(100 * 1024 * 1024);
    expect((new Date(expiresAt).getTime() - Date.now()) / 60_000).toBeCloseTo(15, 0);

    expect((await post(url, fields, Buffer.concat([page, page]))).status).toBe(400);
    expect((await post(url, { ...fields, key: `${fields['key']}x` }, page)).status).toBe(403);
    expect((await post(url, { ...fields, 'Content-Type': 'text/html' }, page)).status).toBe(403);
    expect((await post(url, { ...fields, acl: 'public-read' }, page)).status).toBe(403);

    const split = () => call('/api/pdf/split', { body: form(['file', id], ['ranges', '1']) });
    const { errors } = await problem(await split(), 400, 'invalid-field');
    expect(errors?.[0]?.field).toBe('file');
    expect((await post(url, fields, page)).status).toBe(204);
    await jsonOf(await split());
  });

  it('hides an upload from other keys', async () => {
    const id = await upload(page);
    const { key } = await newKey('pro');
    const response = await call('/api/pdf/split', { key, body: form(['file', id], ['ranges', '1']) });
    await problem(response, 400, 'invalid-field');
  });

  it.each<[string, unknown, number, string, string[]]>([
    ['nothing', {}, 400, 'missing-field', ['fileName', 'contentType', 'size']],
    ['unknown fields', { ...request, acl: 'x', tag: 'y' }, 400, 'invalid-field', ['acl', 'tag']],
    ['a size of 0', { ...request, size: 0 }, 400, 'invalid-field', ['size']],
    ['half a byte', { ...request, size: 1.5 }, 400, 'invalid-field', ['size']],
    ['a size in words', { ...request, size: '1' }, 400, 'invalid-field', ['size']],
    ['no media type', { ...request, contentType: 'pdf' }, 400, 'invalid-field', ['contentType']],
    ['over 100 MiB', { ...request, size: 100 * 1024 * 1024 + 1 }, 413, 'file-too-large', ['size']],
    ['no JSON', '{', 400, 'invalid-request', []],
    ['a list', [], 400, 'invalid-request', []],
  ])('rejects %s', async (_, body, status, code, fields) => {
    const { errors = [] } = await problem(await create(body), status, code);
    expect(errors.map(({ field }) => field)).toEqual(fields);
  });

  it('accepts the longest name in any script', async () => {
    const { url, fields } = await jsonOf<{ url: string; fields: Record<string, string> }>(
      await create({ ...request, fileName: '漢'.repeat(300) }),
      201,
    );
    expect((await post(url, fields, page)).status).toBe(204);
  });

  it('rejects another content type', async () => {
    await problem(await create(request, { 'content-type': 'text/plain' }), 400, 'unsupported-content-type');
  });
});

describe('POST /api/uploads/batch', () => {
  const create = (files: unknown, headers: Record<string, string> = {}, key?: string) =>
    call('/api/uploads/batch', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ files }),
      ...(key === undefined ? {} : { key }),
    });
  const request = (name: string, size = page.length) => ({
    fileName: `${name}.pdf`,
    contentType: 'application/pdf',
    size,
  });
  interface Uploads {
    uploads: { id: string; url: string; fields: Record<string, string>; maxSize: number }[];
  }

  it('returns a form for each file, in order', async () => {
    const { uploads } = await jsonOf<Uploads>(
      await create(['a', 'b', 'c'].map((name) => request(name))),
      201,
    );
    expect(new Set(uploads.map(({ id }) => id)).size).toBe(3);
    expect(uploads.map(({ fields }) => fields['x-amz-meta-file-name'])).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    for (const { id, url, fields, maxSize } of uploads) {
      expect(maxSize).toBe(100 * 1024 * 1024);
      expect((await post(url, fields, page)).status).toBe(204);
      await jsonOf(await call('/api/pdf/split', { body: form(['file', id], ['ranges', '1']) }));
    }
    const [first] = uploads;
    expect((await call(`/api/uploads/${first?.id ?? ''}`, { method: 'DELETE' })).status).toBe(204);
  });

  it('creates as many as a merge can have', async () => {
    const files = Array.from({ length: 100 }, (_, index) => request(String(index), 1));
    const { uploads } = await jsonOf<Uploads>(await create(files), 201);
    expect(new Set(uploads.map(({ id }) => id)).size).toBe(100);
  });

  it('returns forms for the same uploads to a repeated request', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => create([request('a'), request('b')], headers);
    const first = await jsonOf<Uploads>(await send(), 201);
    const response = await send();
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    const again = await jsonOf<Uploads>(response, 201);
    expect(again.uploads.map(({ id }) => id)).toEqual(first.uploads.map(({ id }) => id));
    await problem(await create([request('a')], headers), 422, 'idempotency-key-reused');
    const [, deleted] = first.uploads;
    expect((await call(`/api/uploads/${deleted?.id ?? ''}`, { method: 'DELETE' })).status).toBe(204);
    await problem(await send(), 410, 'gone');
  });

  it('creates all of them or none', async () => {
    const { key } = await newKey('free');
    const largest = 100 * 1024 * 1024;
    const files = (count: number) => Array.from({ length: count }, (_, at) => request(String(at), largest));
    await jsonOf(await create(files(6), {}, key), 201);
    await problem(await create(files(5), {}, key), 429, 'too-many-uploads');
    await jsonOf(await create(files(4), {}, key), 201);
    // The plan never allows that many, so a retry does not help.
    const { errors, retryable } = await problem(await create(files(11), {}, key), 413, 'file-too-large');
    expect(errors).toMatchObject([
      { field: 'files', message: expect.stringContaining('1073741824 bytes') as string },
    ]);
    expect(retryable).toBe(false);
  });

  it.each<[string, unknown, number, string, string[]]>([
    ['no files', undefined, 400, 'missing-field', ['files']],
    ['an empty list', [], 400, 'invalid-field', ['files']],
    ['101 files', Array.from({ length: 101 }, () => request('a')), 400, 'invalid-field', ['files']],
    ['one file', request('a'), 400, 'invalid-field', ['files']],
    ['an unknown field', [{ ...request('a'), acl: 'x' }], 400, 'invalid-field', ['files[0].acl']],
    ['a size of 0', [request('a'), request('b', 0)], 400, 'invalid-field', ['files[1].size']],
    [
      'two of over 100 MiB',
      [request('a', 100 * 1024 * 1024 + 1), request('b'), request('c', 100 * 1024 * 1024 + 1)],
      413,
      'file-too-large',
      ['files[0].size', 'files[2].size'],
    ],
  ])('rejects %s', async (_, files, status, code, fields) => {
    const { errors = [] } = await problem(await create(files), status, code);
    expect(errors.map(({ field }) => field)).toEqual(fields);
  });
});
