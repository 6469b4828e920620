import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fileResponseExample as file } from '../../api/responses/file-response.ts';
import { StorageError } from '../src/errors.ts';
import type { SendProgress } from '../src/progress.ts';
import { clientOf, FakeService, jsonResponse, problemResponse } from './fake-service.ts';

const pdf = (name: string, size: number) => new File(['%'.repeat(size)], name, { type: 'application/pdf' });
const storage = 'https://storage.example.com/';
const upload = {
  id: 'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
  url: storage,
  fields: { key: 'a', Policy: 'b' },
};

/** Creates an upload for each of the announced files, numbered. */
function createAll(body: Uint8Array): Response {
  const { files } = JSON.parse(new TextDecoder().decode(body)) as { files: object[] };
  const uploads = files.map((_, at) => ({ ...upload, id: `upl_${at}`, url: `${storage}${at}` }));
  return jsonResponse({ uploads }, 201);
}

describe('files that do not fit into one request', () => {
  const responses = new FakeService(({ url, method, body }) => {
    if (url.startsWith(storage)) return new Response(null, { status: 204 });
    if (url.endsWith('/api/uploads')) return jsonResponse(upload, 201);
    if (url.endsWith('/api/uploads/batch')) return createAll(body);
    return method === 'POST' ? jsonResponse(file) : problemResponse('not-found');
  });

  it('are uploaded first, the largest first and no more than needed, and keep their positions', async () => {
    responses.requests.length = 0;
    const progress: SendProgress[] = [];
    const files = [pdf('small.pdf', 10), pdf('large.pdf', 3_000_000), pdf('larger.pdf', 3_000_001)];
    await clientOf(responses).mergePdf(
      { files },
      { idempotencyKey: 'mine', onProgress: (now) => progress.push(now) },
    );
    const [announced, posted, merged] = responses.requests;
    expect(JSON.parse(new TextDecoder().decode(announced?.body))).toEqual({
      fileName: 'larger.pdf',
      contentType: 'application/pdf',
      size: 3_000_001,
    });
    expect(announced?.headers.get('content-type')).toBe('application/json');
    expect(announced?.headers.get('idempotency-key')).toBe('mine/2');
    expect(posted?.headers.get('authorization')).toBeNull();
    expect(posted?.headers.get('content-length')).toBe(String(posted?.body.length));
    expect((await responses.formOf(1)).map(([name]) => name)).toEqual(['key', 'Policy', 'file']);
    expect(
      (await responses.formOf(2)).map(([, value]) => (typeof value === 'string' ? value : value.name)),
    ).toEqual(['small.pdf', 'large.pdf', upload.id]);
    expect(merged?.headers.get('idempotency-key')).toBe('mine');
    expect(merged?.body.length).toBeLessThan(4_500_000);
    const sent = progress.map((now) => now.sent);
    expect(sent).toEqual([...sent].sort((a, b) => a - b));
    expect(sent.length).toBeGreaterThan(10);
    expect(progress.at(-1)).toEqual({ sent: 6_000_011, total: 6_000_011 });
  });

  it('are created together, as far as a slow connection sends them before their forms expire', async () => {
    responses.requests.length = 0;
    const sizes = [30_000_000, 5_000_000, 40_000_000, 20_000_000];
    await clientOf(responses).mergePdf(
      { files: sizes.map((size) => pdf(`${size}.pdf`, size)) },
      { idempotencyKey: 'mine' },
    );
    const created = responses.requests.filter(({ url }) => /\/uploads(\/batch)?$/.test(url));
    expect(
      created.map(({ url, headers }) => [url.split('/api/')[1], headers.get('idempotency-key')]),
    ).toEqual([
      ['uploads', 'mine/2'],
      ['uploads/batch', 'mine/0'],
    ]);
    expect(JSON.parse(new TextDecoder().decode(created[1]?.body))).toEqual({
      files: [30_000_000, 20_000_000, 5_000_000].map((size) => ({
        fileName: `${size}.pdf`,
        contentType: 'application/pdf',
        size,
      })),
    });
    const posted = responses.requests.filter(({ url }) => url.startsWith(storage));
    expect(posted.map(({ url }) => url)).toEqual([upload.url, ...[0, 1, 2].map((at) => `${storage}${at}`)]);
    const merged = await responses.formOf(responses.requests.length - 1);
    expect(merged).toEqual(['upl_0', 'upl_2', upload.id, 'upl_1'].map((id) => ['files', id]));
    // Each was posted with the form of its own id.
    for (const [at, size] of [30_000_000, 20_000_000, 5_000_000].entries()) {
      expect(posted[at + 1]?.body.length).toBeGreaterThan(size);
      expect(posted[at + 1]?.body.length).toBeLessThan(size + 1000);
    }
  });

  it('are posted three at a time, also when each was created by itself', async () => {
    const all = Promise.withResolvers<Response>();
    let posted = 0;
    const service = new FakeService(({ url }) => {
      if (url.endsWith('/api/uploads')) return jsonResponse(upload, 201);
      if (!url.startsWith(storage)) return jsonResponse(file);
      posted += 1;
      if (posted === 3) all.resolve(new Response(null, { status: 204 }));
      return all.promise.then((response) => response.clone());
    });
    await clientOf(service).mergePdf({ files: ['a', 'b', 'c'].map((name) => pdf(name, 40_000_000)) });
    expect(posted).toBe(3);
  });

  it('create uploads without an idempotency key if the caller supplies none', async () => {
    responses.requests.length = 0;
    const large = pdf('large.pdf', 4_600_000);
    await clientOf(responses).mergePdf({ files: [large, pdf('small.pdf', 10)] });
    await clientOf(responses).upload(large);
    await clientOf(responses).upload(large, { idempotencyKey: 'mine' });
    const announced = responses.requests.filter(({ url }) => url.endsWith('/api/uploads'));
    expect(announced.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null, 'mine']);
  });

  it('fail the call when storage rejects one', async () => {
    let posted = 0;
    const service = new FakeService(({ url, body }) => {
      if (!url.startsWith(storage)) return createAll(body);
      posted += 1;
      const rejection = '<Error><Code>EntityTooLarge</Code><Message>Too large.</Message></Error>';
      return posted === 1 ? new Response(rejection, { status: 400 }) : new Response(null, { status: 204 });
    });
    const files = Array.from({ length: 8 }, (_, index) => pdf(`${index}.pdf`, 4_600_000));
    const error: unknown = await clientOf(service)
      .mergePdf({ files })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ status: 400, code: 'EntityTooLarge', message: '400 Too large.' });
    // The others stop too.
    await sleep(300);
    expect(posted).toBeLessThan(8);
    expect(service.requests.some(({ url }) => url.endsWith('/merge'))).toBe(false);
  });
});
