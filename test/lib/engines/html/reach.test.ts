import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rendering } from '#lib/engines/html/render-request.ts';
import type { Renderer } from '#lib/engines/html/renderer.ts';
import { secretText } from '../../../security/render/secret.ts';
import { newRenderer, requestOf } from '../../../security/render/service-renderer.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { leftOut } from '../../../support/requirements.ts';

/** Pages may not reach this server's loopback port; the port of the other one is allowed. */
let inside: { server: Server; port: number; connections: number };
let allowed: { server: Server; port: number };
let folder: string;
let renderer: Renderer;

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const render = (source: Parameters<typeof requestOf>[1]): Promise<Rendering> =>
  renderer.render(requestOf({}, source), { deadline: Date.now() + 20_000 });

const upload = (markup: string): Promise<Rendering> => render({ html: `<p>Own text</p>${markup}` });

// The cases that plain loopback can show; `npm run suite -- security` covers the rest in a separate network.
describe.skipIf(leftOut('chromium'))('network access of pages', () => {
  beforeAll(async () => {
    const insideServer = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
        .end(secretText);
    });
    inside = { server: insideServer, port: await listen(insideServer), connections: 0 };
    insideServer.on('connection', () => (inside.connections += 1));
    const allowedServer = createServer((request, response) => {
      if (request.url === '/page') response.setHeader('content-type', 'text/html').end('<p>Own text</p>');
      else response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end();
    });
    allowed = { server: allowedServer, port: await listen(allowedServer) };
    folder = await mkdtemp(join(tmpdir(), 'reach-'));
    await writeFile(join(folder, 'secret.html'), secretText);
    renderer = newRenderer(join(folder, 'work'), `127.0.0.1:${allowed.port}`);
  });

  afterAll(async () => {
    await renderer.close();
    inside.server.close();
    allowed.server.close();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    inside.connections = 0;
  });

  it('renders a page of an allowed host', async () => {
    const { content } = await render({ url: `http://127.0.0.1:${allowed.port}/page` });
    expect(await pageTexts(content)).toEqual(['Own text']);
  });

  it.each([
    ['loopback', () => `http://127.0.0.1:${inside.port}/`],
    ['loopback as a number', () => `http://2130706433:${inside.port}/`],
    ['loopback by name', () => `http://localhost:${inside.port}/`],
    ['loopback as IPv6', () => `http://[::1]:${inside.port}/`],
    ['loopback mapped into IPv6', () => `http://[::ffff:127.0.0.1]:${inside.port}/`],
    ['the unspecified address', () => `http://0.0.0.0:${inside.port}/`],
    ['a private address', () => 'http://10.0.0.5/'],
    ['the metadata of the cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a redirect to loopback', () => `http://127.0.0.1:${allowed.port}/redirect`],
    ['a file', () => pathToFileURL(join(folder, 'secret.html')).href],
  ])('rejects %s', async (_what, url) => {
    await expect(render({ url: url() })).rejects.toMatchObject({ code: 'url-not-allowed' });
    expect(inside.connections).toBe(0);
  });

  it.each([
    ['a frame', (url: string) => `<iframe src="${url}"></iframe>`],
    ['a picture', (url: string) => `<img src="${url}">`],
    ['a style sheet', (url: string) => `<link rel="stylesheet" href="${url}">`],
    [
      'a script',
      (url: string) => `<script>fetch('${url}').then(async (r) => document.write(await r.text()))</script>`,
    ],
    ['a WebSocket', (url: string) => `<script>new WebSocket('${url.replace('http', 'ws')}')</script>`],
    [
      'a worker',
      (url: string) => `<script>new Worker(URL.createObjectURL(new Blob(["fetch('${url}')"])))</script>`,
    ],
    ['a popup', (url: string) => `<script>open('${url}')</script>`],
  ])('blocks %s and renders the page', async (_what, markup) => {
    const { content } = await upload(markup(`http://127.0.0.1:${inside.port}/`));
    const [text] = await pageTexts(content);
    expect(text).toContain('Own text');
    expect(text).not.toContain(secretText);
    expect(inside.connections).toBe(0);
  });

  it('shows no file in a frame', async () => {
    const { content } = await upload(
      `<iframe src="${pathToFileURL(join(folder, 'secret.html')).href}"></iframe>`,
    );
    expect(await pageTexts(content)).toEqual(['Own text']);
  });

  it('follows no redirect from an allowed host to another', async () => {
    const { content } = await upload(`<iframe src="http://127.0.0.1:${allowed.port}/redirect"></iframe>`);
    expect((await pageTexts(content)).join('')).not.toContain(secretText);
    expect(inside.connections).toBe(0);
  });

  it('reports what it blocked', async () => {
    const url = `http://127.0.0.1:${inside.port}/picture.png`;
    const { warnings } = await upload(`<img src="${url}">`);
    expect(warnings).toEqual([expect.objectContaining({ code: 'blocked', url })]);
  });
});
