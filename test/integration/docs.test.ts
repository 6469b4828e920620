import { readdirSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { call, form, problem, stack } from '../support/client.ts';

/** A response with its body as it was sent; `fetch` would decompress it. */
function rawResponse(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(stack.baseUrl + path, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}

const page = await rawResponse('/docs');
const html = page.body.toString();
/** Relative to the page: `docs/main-HASH.js`. */
const parts = [...html.matchAll(/(?:src|href)="(docs\/[^"/]+\.\w+)"/g)].map(([, path]) => `/${path ?? ''}`);

describe('GET /docs', () => {
  it('needs no key, and refers to its files by relative URLs with a hash', () => {
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    });
    expect(parts.length).toBeGreaterThan(3);
    for (const path of parts) expect(path).toMatch(/^\/docs\/[\w.-]+-[0-9A-Z]{8}\.(js|css|svg|txt)$/);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:\/\/\w/);
  });

  it('may load and run only its own files, and connect to the API and storage', () => {
    const policy = new Map(
      String(page.headers['content-security-policy'])
        .split('; ')
        .map((directive): [string, string] => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources.join(' ')];
        }),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe("'self'");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('connect-src')).toBe(`'self' ${new URL(stack.endpoints.s3).origin}`);
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*/);
  });

  it('redirects a trailing slash, so that relative URLs work', async () => {
    const response = await call('/docs/', { key: null });
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('../docs');
  });

  it('is not sent again to a client with the current version', async () => {
    const etag = String(page.headers['etag']);
    expect(etag).toMatch(/^"[0-9a-f]{32}-identity"$/);
    const again = await rawResponse('/docs', { 'if-none-match': `"other", W/${etag}` });
    expect(again).toMatchObject({ status: 304, headers: { etag } });
    expect(again.headers['content-security-policy']).toBe(page.headers['content-security-policy']);
    expect(again.body).toHaveLength(0);
    // Another encoding is another entity.
    expect(await rawResponse('/docs', { 'if-none-match': etag, 'accept-encoding': 'br' })).toMatchObject({
      status: 200,
    });
  });
});

/** Where the links of a page lead, without fragments. */
const linksOf = (text: string, address: string): Set<string> =>
  new Set(
    [...text.matchAll(/(?:src|href)="([^"#]+)/g)]
      .map(([, target = '']) => new URL(target, stack.baseUrl + address))
      .filter(({ origin }) => origin === new URL(stack.baseUrl).origin)
      .map(({ pathname }) => pathname),
  );

describe('GET /docs/guides', () => {
  const index = '/prod/docs/guides';

  it('is a page without scripts and connections', async () => {
    const guide = await rawResponse(index, { 'accept-encoding': 'br' });
    expect(guide).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
    });
    expect(brotliDecompressSync(guide.body).toString()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    const etag = String(guide.headers['etag']);
    const again = await rawResponse(index, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect(again).toMatchObject({ status: 304, headers: { etag } });
  });

  it('links to every guide, the console and the description, without dead links', async () => {
    expect(linksOf(html, '/prod/docs')).toContain(index);
    const seen = new Set([index]);
    for (const path of seen) {
      const { status, headers, body } = await rawResponse(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      const isGuide = path.startsWith(index) && headers['content-type'] === 'text/html; charset=utf-8';
      if (isGuide) for (const link of linksOf(body.toString(), path)) seen.add(link);
    }
    const guides = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
    const expected = guides.map((name) => `${index}/${name.replace('.md', '')}`);
    expect([...seen]).toEqual(expect.arrayContaining([...expected, '/prod/docs', '/prod/openapi.json']));
  });

  it.each([
    ['a function', stack.keys.free, 400, 'missing-field'],
    ['the gateway', null, 401, 'unauthorized'],
  ])('has the section in the type of a problem of %s', async (_, key, status, code) => {
    const { type } = await problem(await call('/api/pdf/split', { key, body: form() }), status, code);
    const page = await fetch(type);
    expect(page.status).toBe(200);
    expect(page.url).toMatch(/\/docs\/guides\/errors(#|$)/);
    expect(await page.text()).toContain(`id="${code}"`);
  });

  it.each([
    ['/docs/guides/', '../guides'],
    ['/docs/guides/errors/', '../errors'],
    ['/docs/errors/', '../errors'],
    ['/docs/errors', 'guides/errors'],
  ])('is the target of %s', async (path, location) => {
    const response = await call(path, { key: null });
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 308,
      location,
    });
  });
});

describe('GET /docs/{file+}', () => {
  it('is cached indefinitely, and equal in every encoding', async () => {
    for (const path of parts) {
      const plain = await rawResponse(path);
      expect(plain).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' },
      });
      const br = await rawResponse(path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
      expect(br.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
      const gzip = await rawResponse(path, { 'accept-encoding': 'gzip;q=0.5, br;q=0' });
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size).toBe(3);
    }
  });

  it.each([
    'none.js',
    'index.html',
    'guides.html',
    'guides/none',
    'guides/errors.html',
    'guides/errors/more',
    'guides%2F..%2F..%2Fhandler.mjs',
    'manifest.json',
    'main-00000000.js',
    '..%2Fhandler.mjs',
    '__proto__',
    '%00',
  ])('has no %s', async (name) => {
    await problem(await call(`/docs/${name}`, { key: null }), 404, 'not-found');
  });
});
