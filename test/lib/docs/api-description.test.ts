import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bytesOf as contentOf } from '#lib/files/produced-file.ts';
import { ApiDescription } from '#lib/docs/api-description.ts';
import { respondEncoded } from '#lib/docs/encoded-response.ts';

const description = new ApiDescription({ openapi: '3.1.0', paths: {}, servers: [] });

const get = (baseUrl: string, headers: Record<string, string> = {}) =>
  respondEncoded(description.at(baseUrl), { header: (name) => headers[name] });

const bytesOf = (response: Awaited<ReturnType<typeof get>>): Uint8Array => {
  const { body } = response;
  if (typeof body !== 'object' || !('bytes' in body)) throw new Error('The response has no bytes.');
  return contentOf(body.bytes);
};

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['identity', (bytes: Uint8Array) => bytes],
] as const)('sends %s with the URL that was called', async (encoding, decompress) => {
  const response = await get('https://api.example', { 'accept-encoding': encoding });
  expect(response.headers?.['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  expect(JSON.parse(Buffer.from(decompress(bytesOf(response))).toString())).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example' }],
  });
});

it('responds with 304 only to the entity tag of the same URL', async () => {
  const { headers } = await get('https://api.example');
  const condition = { 'if-none-match': headers?.['etag'] ?? '' };
  expect(condition['if-none-match']).toMatch(/^"[0-9a-f]{16}-identity"$/);
  expect((await get('https://api.example', condition)).status).toBe(304);
  expect((await get('https://other.example', condition)).status).toBe(200);
});

it('serves any number of URLs', async () => {
  for (let number = 0; number < 20; number += 1) {
    const url = `https://${number}.example`;
    expect(JSON.parse(Buffer.from(bytesOf(await get(url))).toString())).toMatchObject({ servers: [{ url }] });
  }
});
