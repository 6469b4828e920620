import { largestAttachment } from '#lib/conversions/html/reply.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { call, download, form, jsonOf, newKey, problem, upload } from '../support/client.ts';
import { pageTexts } from '../support/pdf.ts';
import { decodePicture } from '../support/picture.ts';
import { leftOut } from '../support/requirements.ts';

const site = inject('siteUrl');
const sample = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'page.html'));
const page = (body: string, head = ''): Buffer =>
  Buffer.from(`<!doctype html><meta charset="utf-8"><title>Test</title>${head}<body>${body}`);

type Field = [name: string, value: Buffer | string, fileName?: string];
const renderFile = (html: Buffer, format: string, ...fields: Field[]) =>
  call('/api/html/file', { body: form(['file', html, 'input.html'], ['format', format], ...fields) });
const renderUrl = (url: string, format: string, ...fields: Field[]) =>
  call('/api/html/url', { body: form(['url', url], ['format', format], ...fields) });

describe.skipIf(leftOut('chromium'))('POST /api/html/file', () => {
  it('creates a PDF with searchable text, named after the title', async () => {
    const response = await renderFile(sample, 'pdf');
    const file = await jsonOf(response);
    expect(file).toMatchObject({
      fileName: 'Quarterly report.pdf',
      contentType: 'application/pdf',
      pages: 2,
      warnings: [],
    });
    expect(response.headers.get('x-render-warnings')).toBe('0');
    const bytes = await download(file.url);
    expect(file).toMatchObject({
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const [first = '', second] = await pageTexts(bytes);
    for (const text of [
      'Quarterly report',
      'Καλημέρα κόσμε',
      'Здравствуй',
      '你好，世界',
      '안녕하세요',
      'สวัสดีชาวโลก',
    ]) {
      expect(first).toContain(text);
    }
    expect(second).toContain('Second page');
    expect(await (await call(`/api/files/${file.id}`)).json()).toMatchObject({ pages: 2, size: file.size });
  });

  it('renders a page that forges the values that scripts read', async () => {
    const forging = page(
      '<p>real',
      "<script>JSON.stringify = () => 'null'; document.title = 'Real'</script>",
    );
    const response = await renderFile(forging, 'pdf', ['singlePage', 'true']);
    expect(response.status).toBe(200);
    const file = await jsonOf(response);
    expect(file).toMatchObject({ fileName: 'Real.pdf', pages: 1 });
    expect(await pageTexts(await download(file.url))).toEqual(['real']);
  });

  it('creates an image, as bytes if they are accepted first', async () => {
    const response = await call('/api/html/file', {
      headers: { accept: 'image/png' },
      body: form(
        ['file', page('<div style="background:#00f;height:1000px">'), 'blue.html'],
        ['format', 'png'],
        ['width', '400'],
        ['fileName', 'blue'],
      ),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('vary')).toBe('Accept');
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''blue.png");
    const picture = await decodePicture(Buffer.from(await response.arrayBuffer()));
    expect(picture).toMatchObject({ width: 400, height: 1016 });
    expect(picture.at(200, 900)).toEqual([0, 0, 255, 255]);
  });

  it('serves assets by name, also from uploads, and warns of missing and unused ones', async () => {
    const id = await upload(Buffer.from('p { color: rgb(255, 0, 0); font-size: 60px }'), 'style.css');
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="lime"/></svg>',
    );
    const response = await renderFile(
      page(
        '<p>red</p><img src="img/green%20box.svg?1" style="position:absolute;left:300px;top:300px"><img src="gone.png">',
        '<link rel="stylesheet" href="./style.css">',
      ),
      'png',
      ['assets', id],
      ['assets', svg, 'green box.svg'],
      ['assets', Buffer.from('unused'), 'unused.txt'],
    );
    const file = await jsonOf(response);
    expect(response.headers.get('x-render-warnings')).toBe('2');
    expect(file.warnings.map(({ code, url }) => [code, url?.split('/').at(-1)]).sort()).toEqual([
      ['http-404', 'gone.png'],
      ['unused-asset', 'unused.txt'],
    ]);
    const picture = await decodePicture(await download(file.url));
    expect(picture.at(320, 320)).toEqual([0, 255, 0, 255]);
    // Red is dark enough to count.
    expect(picture.ink(0, 0, 200, 150)).toBeGreaterThan(500);
  });

  it('rejects duplicate assets and files that are not HTML', async () => {
    const css = Buffer.from('p {}');
    const twice = await problem(
      await renderFile(page('x'), 'pdf', ['assets', css, 'a.css'], ['assets', css, 'a.css']),
      400,
      'invalid-field',
    );
    expect(twice.errors?.map(({ field }) => field)).toEqual(['assets[1]']);
    const pdf = await problem(await renderFile(Buffer.from('%PDF-1.7'), 'pdf'), 400, 'invalid-file-type');
    expect(pdf.errors).toEqual([{ field: 'file', message: 'is a PDF, not an HTML file' }]);
  });

  it('names every invalid field', async () => {
    const { errors } = await problem(
      await call('/api/html/file', { body: form(['format', 'gif'], ['scale', '9'], ['nonsense', '1']) }),
      400,
      'invalid-request',
    );
    expect(errors?.map(({ field }) => field).sort()).toEqual(['file', 'format', 'nonsense', 'scale']);
  });

  it('returns a result that does not fit into the reply of the renderer', async () => {
    const noise = page(
      `<canvas id=c width=1600 height=1600></canvas><script>
        const context = c.getContext('2d'), image = context.createImageData(1600, 1600);
        for (let i = 0; i < image.data.length; i += 65536) crypto.getRandomValues(image.data.subarray(i, i + 65536));
        for (let i = 3; i < image.data.length; i += 4) image.data[i] = 255;
        context.putImageData(image, 0, 0)</script>`,
    );
    const file = await jsonOf(await renderFile(noise, 'png', ['width', '1700']));
    expect(file.size).toBeGreaterThan(largestAttachment.streamed);
    const bytes = await download(file.url);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    const direct = await call('/api/html/file', {
      headers: { accept: 'image/png' },
      body: form(['file', noise, 'noise.html'], ['format', 'png'], ['width', '1700']),
    });
    expect(direct.status).toBe(200);
    expect((await decodePicture(Buffer.from(await direct.arrayBuffer()))).width).toBe(1700);
  });

  it('accepts a page and assets up to the size of a request', async () => {
    const response = await renderFile(page('<img src="a.bin"><p>large'), 'pdf', [
      'assets',
      randomBytes(4_200_000),
      'a.bin',
    ]);
    const file = await jsonOf(response);
    expect((await pageTexts(await download(file.url))).join('')).toContain('large');
  });
});

describe.skipIf(leftOut('chromium'))('POST /api/html/url', () => {
  it('renders a page, and warns of missing resources', async () => {
    const response = await renderUrl(`${site}/page`, 'pdf');
    const file = await jsonOf(response);
    expect(file).toMatchObject({ fileName: 'Local page.pdf', pages: 1 });
    expect(file.warnings).toMatchObject([{ code: 'http-404', url: `${site}/missing.png` }]);
    expect(response.headers.get('x-render-warnings')).toBe('1');
    expect(await pageTexts(await download(file.url))).toEqual([
      expect.stringContaining('Hello from the site'),
    ]);
  });

  it.each(['jpeg', 'webp'])('creates a %s', async (format) => {
    const file = await jsonOf(
      await renderUrl(`${site}/page`, format, ['quality', '50'], ['fullPage', 'false']),
    );
    expect(file).toMatchObject({ contentType: `image/${format}`, width: 1280, height: 800 });
    expect(file.fileName).toBe(`Local page.${format === 'jpeg' ? 'jpg' : format}`);
    expect(await decodePicture(await download(file.url))).toMatchObject({ width: 1280, height: 800 });
  });

  it('sends the given headers, cookies and user agent', async () => {
    const file = await jsonOf(
      await renderUrl(
        `${site}/echo`,
        'pdf',
        ['userAgent', 'Tester/1.0'],
        ['extraHttpHeaders', '{"X-Test":"yes"}'],
        ['cookies', '[{"name":"session","value":"abc"}]'],
      ),
    );
    const text = (await pageTexts(await download(file.url))).join('').replaceAll(/\s/g, '');
    for (const part of ['"user-agent":"Tester/1.0"', '"x-test":"yes"', '"cookie":"session=abc"']) {
      expect(text).toContain(part);
    }
  });

  it('follows redirects to allowed addresses', async () => {
    const file = await jsonOf(await renderUrl(`${site}/redirect?to=/page`, 'pdf'));
    expect(file.fileName).toBe('Local page.pdf');
  });

  it('treats an error page as an error by default', async () => {
    const { errors, retryable } = await problem(
      await renderUrl(`${site}/status/503`, 'pdf'),
      400,
      'url-unreachable',
    );
    expect({ errors, retryable }).toMatchObject({ errors: [{ field: 'url' }], retryable: true });
    const file = await jsonOf(await renderUrl(`${site}/status/503`, 'pdf', ['failOnHttpError', 'false']));
    expect(file.fileName).toBe('Status 503.pdf');
  });

  it.each([
    'http://127.0.0.1:9/',
    'http://localhost:9/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'file:///etc/passwd',
    `${site}/redirect?to=http://127.0.0.1:9/`,
  ])('does not access %s', async (url) => {
    const { errors } = await problem(await renderUrl(url, 'png'), 400, 'url-not-allowed');
    expect(errors).toMatchObject([{ field: 'url' }]);
  });

  it('blocks private addresses for a page, and warns', async () => {
    let hits = 0;
    const neighbour = createServer((_, response) => {
      hits += 1;
      response.end('secret');
    });
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
    const secret = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`;
    try {
      const file = await jsonOf(
        await renderFile(page(`<img src="${secret}a.png"><iframe src="${secret}"></iframe>text`), 'pdf'),
      );
      expect(file.warnings.map(({ code }) => code)).toEqual(['blocked', 'blocked']);
      expect((await pageTexts(await download(file.url))).join('')).not.toContain('secret');
      expect(hits).toBe(0);
    } finally {
      neighbour.close();
    }
  });

  it('fails in time for a page that does not respond', async () => {
    // The plan with the shortest deadline.
    const { key } = await newKey('free');
    const body = form(['url', `${site}/never`], ['format', 'png']);
    const { retryable } = await problem(await call('/api/html/url', { key, body }), 400, 'render-timeout');
    expect(retryable).toBe(true);
  });
});
