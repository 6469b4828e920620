import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '#lib/auth/api-key.ts';
import { call, form, jsonOf, newKey, problem, stack } from '../support/client.ts';
import { makePdf } from '../support/pdf.ts';

const page = await makePdf('Page', 1);
const twoPages = () => form(['files', page], ['files', page]);
const merge = (key: string | null, body = twoPages()) => call('/api/pdf/merge', { key, body });

describe('authentication', () => {
  it.each<[string, Record<string, string>]>([
    ['no key', {}],
    ['an empty header', { authorization: '' }],
    ['a key without Bearer', { authorization: stack.keys.free }],
    ['Basic', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['a short key', { authorization: 'Bearer fcs_123' }],
    ['an unknown key', { authorization: `Bearer ${createApiKey()}` }],
    [
      'a wrong checksum',
      { authorization: `Bearer ${stack.keys.free.slice(0, -1)}${stack.keys.free.endsWith('0') ? '1' : '0'}` },
    ],
    ['something after the key', { authorization: `Bearer ${stack.keys.free} x` }],
    ['x-api-key', { 'x-api-key': stack.keys.free }],
  ])('rejects %s', async (_, headers) => {
    const response = await call('/api/pdf/merge', { key: null, headers, body: twoPages() });
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    const { detail } = await problem(response, 401, 'unauthorized');
    expect(detail).not.toContain('fcs_');
  });

  it('protects every route except the public ones', async () => {
    for (const path of ['/api/files/file_1', '/api/pdf/merge', '/api/pdf/split', '/api/uploads']) {
      const method = path.includes('files') ? 'GET' : 'POST';
      await problem(await call(path, { key: null, method }), 401, 'unauthorized');
    }
    expect((await call('/api/health', { key: null })).status).toBe(200);
    expect((await call('/openapi.json', { key: null })).status).toBe(200);
  });

  it('accepts bearer in lower case', async () => {
    const response = await call('/api/pdf/merge', {
      key: null,
      headers: { authorization: `bearer ${stack.keys.business}` },
      body: twoPages(),
    });
    expect(response.status).toBe(200);
  });

  it('rejects a revoked key after at most a minute, and no other', async () => {
    const { admin, keyId, key } = await newKey('free');
    // Not used before, so that nothing is cached.
    expect(await admin.revoke(keyId)).toBe(true);
    await problem(await merge(key), 401, 'unauthorized');
    expect(await admin.revoke(keyId)).toBe(false);
    expect((await merge(stack.keys.business)).status).toBe(200);
  });

  it('rotates a key, which keeps its resources', async () => {
    const { admin, keyId, key } = await newKey('pro');
    const file = await jsonOf(await merge(key));
    const rotated = await admin.rotate(keyId);
    const read = (token: string) => call(`/api/files/${file.id}`, { key: token });
    expect((await read(rotated?.key ?? '')).status).toBe(200);
    await problem(await call(`/api/files/${file.id}`, { key: stack.keys.business }), 404, 'not-found');
  });
});

describe('unknown routes', () => {
  it.each([
    ['POST', '/'],
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/api/pdf/merge'],
    ['DELETE', '/api/pdf/merge'],
    ['PUT', '/api/files/file_1'],
    ['GET', '/api/files/'],
    ['GET', '/prod/nothing?x=1'],
    ['PATCH', '/%2e%2e/etc/passwd'],
  ])('%s %s is not found, with a key and without', async (method, path) => {
    await problem(await call(path, { method }), 404, 'not-found');
    await problem(await call(path, { method, key: null }), 404, 'not-found');
  });
});

/** Waits where a minute is about to end, so that a test's calls fall into one. */
async function inOneMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 20_000) await sleep(left + 100);
}

describe('plans', () => {
  it('allow exactly ten of fifty concurrent calls of a Free key, and do not affect other keys', async () => {
    await inOneMinute();
    const { key } = await newKey('free');
    const responses = await Promise.all(Array.from({ length: 50 }, () => merge(key)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(40).fill(429)]);
    const rejected = responses.find(({ status }) => status === 429);
    const { code } = await problem(rejected as Response, 429, 'rate-limited');
    expect(code).toBe('rate-limited');
    const retryAfter = Number(rejected?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await merge(stack.keys.pro)).status).toBe(200);
  }, 120_000);

  it('are in every response of a conversion, including rejections, which count', async () => {
    await inOneMinute();
    const { key } = await newKey('free');
    await problem(await merge(key, form(['files', page])), 400, 'too-few-files');
    const { status, headers } = await merge(key);
    expect(status).toBe(200);
    expect(headers.get('ratelimit-policy')).toBe('"free";q=10;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"free";r=8;t=\d+$/);
    expect(headers.get('x-ratelimit-limit')).toBe('10');
    expect(headers.get('x-ratelimit-remaining')).toBe('8');
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(reset % 60).toBe(0);
    expect(reset - Date.now() / 1000).toBeLessThanOrEqual(60);
  }, 120_000);

  it('are not affected by other calls', async () => {
    await inOneMinute();
    const { key } = await newKey('free');
    for (let count = 0; count < 12; count += 1) await call('/api/files/file_1', { key });
    expect((await merge(key)).headers.get('x-ratelimit-remaining')).toBe('9');
  }, 120_000);
});
