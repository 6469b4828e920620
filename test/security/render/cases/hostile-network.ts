import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { publicUrl } from '../addresses.ts';
import { type Hostile, page, script, type SiteHandler } from '../attack.ts';

const url = (path: string): string => publicUrl(`network/${path}`);

const asked = (name: string, path: string): Hostile => ({
  name,
  source: { url: url(path) },
});

const within = (name: string, markup: string, more: Partial<Hostile> = {}): Hostile => ({
  name,
  source: { html: page(markup) },
  ...more,
});

/** Repeats a piece for as long as the other side reads. */
function pour(response: ServerResponse, piece: Buffer | string, milliseconds = 0): void {
  const next = (): void => {
    if (response.destroyed) return;
    if (milliseconds > 0) {
      response.write(piece);
      setTimeout(next, milliseconds);
    } else if (response.write(piece)) setImmediate(next);
    else response.once('drain', next);
  };
  next();
}

const head = '<!doctype html><title>x</title><p>Own text</p>';
/** 100 MB of nothing. */
const zeros = (): Buffer => Buffer.alloc(100_000_000);

/** What the public site does below `/network/`. */
export const networkSite: Readonly<Record<string, SiteHandler>> = {
  silent: () => undefined,
  closed: (_request, response) => response.destroy(),
  'headers-only': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).flushHeaders(),
  'headers-dripping': (_request, response) => {
    const { socket } = response;
    if (socket) pour(socket as unknown as ServerResponse, 'x', 50);
  },
  'headers-endless': (_request, response) => {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\n');
    if (socket) pour(socket as unknown as ServerResponse, `x-a: ${'y'.repeat(4000)}\r\n`);
  },
  'body-unfinished': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).write(head),
  'body-dripping': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(head);
    pour(response, '<b>x</b>', 100);
  },
  'body-endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(head);
    pour(response, '<p>x</p>'.repeat(8_000));
  },
  'text-endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    pour(response, 'x'.repeat(65_536));
  },
  'body-short': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' }).write(head);
    setTimeout(() => response.destroy(), 100);
  },
  'body-gzip': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    // Members one after the other inflate for ever.
    pour(response, gzipSync(zeros()));
  },
  'body-brotli': (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' })
      .end(brotliCompressSync(zeros(), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
  },
  'pictures-replaced': (_request, response) => {
    response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=x' });
    pour(response, `--x\r\ncontent-type: text/html\r\n\r\n${head}\r\n`, 5);
  },
  download: (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    });
    pour(response, Buffer.alloc(65_536));
  },
  'redirect-endless': (_request, response) =>
    response.writeHead(302, { location: url(`redirect-endless?${Math.random()}`) }).end(),
  'redirect-slowly': (_request, response) =>
    void setTimeout(
      () => response.writeHead(302, { location: url(`redirect-slowly?${Math.random()}`) }).end(),
      300,
    ),
  'refresh-endless': (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        refresh: `0; url=${url(`refresh-endless?${Math.random()}`)}`,
      })
      .end(head),
  'refresh-late': (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'text/html',
        refresh: `1; url=${url(`refresh-late?${Math.random()}`)}`,
      })
      .end(head),
  cookies: (_request, response) => {
    const cookie = Array.from({ length: 150 }, (_, index) => `c${index}=${'x'.repeat(300)}`);
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookie }).end(head);
  },
  events: (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' });
    pour(response, `data: ${'x'.repeat(60_000)}\n\n`);
  },
  text: (_request, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('x'),
};

/** Servers that do not respond, do not end, or send too much. */
export const networks: readonly Hostile[] = [
  ...Object.keys(networkSite)
    .filter((path) => !['events', 'text'].includes(path))
    .map((path) => asked(`response-${path}`, path)),
  { name: 'name-without-response', source: { url: 'http://silent.example/' } },
  { name: 'port-without-response', source: { url: 'http://93.184.217.1/' } },
  within('image-silent', `<img src="${url('silent')}">`),
  within(
    'images-silent',
    Array.from({ length: 200 }, (_, index) => `<img src="${url(`silent?${index}`)}">`).join(''),
  ),
  within('image-dripping', `<img src="${url('body-dripping')}">`),
  within('style-silent', `<link rel="stylesheet" href="${url('silent')}">`),
  within('script-silent', `<script src="${url('silent')}"></script>`),
  within('frame-silent', `<iframe src="${url('silent')}"></iframe>`),
  within('frame-endless', `<iframe src="${url('body-endless')}"></iframe>`),
  within('frame-gzip', `<iframe src="${url('body-gzip')}"></iframe>`),
  within(
    'font-silent',
    `<style>@font-face { font-family: F; src: url("${url('silent')}") } p { font-family: F }</style>`,
  ),
  within('name-silent', '<img src="http://silent.example/">'),
  within('fetch-endless', script(`fetch('${url('events')}').then((r) => r.arrayBuffer())`), {
    settle: 3_000,
  }),
  within('fetches', script(`for (let i = 0; i < 20000; i++) fetch('${url('text')}?' + i).catch(() => {})`), {
    settle: 2_000,
  }),
  within('fetches-of-own-origin', script(`for (let i = 0; i < 20000; i++) fetch('/?' + i).catch(() => {})`), {
    settle: 2_000,
  }),
  within(
    'fetches-rejected',
    script(`for (let i = 0; i < 20000; i++) fetch('http://10.0.0.5:9001/' + i).catch(() => {})`),
    { settle: 2_000 },
  ),
  within(
    'names-of-many-hosts',
    script(`for (let i = 0; i < 5000; i++) fetch('http://h' + i + '.example/').catch(() => {})`),
    { settle: 2_000 },
  ),
  within(
    'sockets',
    script(
      `for (let i = 0; i < 5000; i++) try { new WebSocket('ws://public.example/network/silent?' + i) } catch {}`,
    ),
    { settle: 2_000 },
  ),
  within('events', script(`for (let i = 0; i < 50; i++) new EventSource('${url('events')}?' + i)`), {
    settle: 2_000,
  }),
  within(
    'frames-of-public-pages',
    script(
      `for (let i = 0; i < 1000; i++) { const f = document.createElement('iframe'); f.src = '${url('text')}?' + i; document.body.append(f) }`,
    ),
  ),
  within(
    'upload-endless',
    script(
      `fetch('${url('silent')}', { method: 'POST', mode: 'no-cors', body: new Uint8Array(3e8) }).catch(() => {})`,
    ),
    { settle: 2_000 },
  ),
  within(
    'long-poll',
    script(`setInterval(() => fetch('${url('silent')}?' + Math.random()).catch(() => {}), 5)`),
    { settle: 2_000 },
  ),
];
