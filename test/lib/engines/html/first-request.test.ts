import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pageTexts } from '../../../support/pdf.ts';
import { codes, deadline, pdfRequest, startSite, useRenderer } from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

const acceptKey = (key: string): string =>
  createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

// The proxy demands credentials, and Chromium asks for them only when a page itself requests something.
describe.skipIf(leftOut('chromium'))('the first request of an uploaded page', () => {
  const used = useRenderer();
  const urls: string[] = [];
  let site: Awaited<ReturnType<typeof startSite>>;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    site = await startSite(({ url = '', headers, socket }, response) => {
      urls.push(url);
      if (headers.upgrade !== undefined) {
        sockets.add(socket);
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n' +
            `sec-websocket-accept: ${acceptKey(headers['sec-websocket-key'] ?? '')}\r\n\r\n`,
        );
        return;
      }
      const isScript = url.endsWith('.js');
      response.writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html',
        'access-control-allow-origin': '*',
      });
      response.end(isScript ? `document.write('from the script')` : 'from the site');
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await site.close();
  });
  beforeEach(() => {
    urls.length = 0;
  });

  const textOf = async (html: string): Promise<string> => {
    const rendering = await used.renderer.render(
      pdfRequest(html, {}, { waitForExpression: `document.title === ''` }),
      deadline(),
    );
    expect(codes(rendering)).toEqual([]);
    return (await pageTexts(rendering.content)).join(' ');
  };
  const done = `document.title = ''`;
  const say = (text: string): string => `document.body.append(${text}); ${done}`;

  it('can be for a script', async () => {
    expect(await textOf(`<body><script src="${site.origin}/a.js"></script></body>`)).toBe('from the script');
  });

  it('can be one that blocks the page', async () => {
    const script = `const request = new XMLHttpRequest(); request.open('GET', '${site.origin}/sync', false); request.send(); ${say('request.responseText')}`;
    expect(await textOf(`<title>busy</title><body><script>${script}</script></body>`)).toBe('from the site');
  });

  it('can be of a WebSocket', async () => {
    const address = site.origin.replace('http:', 'ws:');
    const script = `const socket = new WebSocket('${address}/socket'); socket.onopen = () => { ${say(`'open'`)} }; socket.onerror = () => { ${say(`'failed'`)} };`;
    expect(await textOf(`<title>busy</title><body><script>${script}</script></body>`)).toBe('open');
  });

  it('can be of a worker', async () => {
    const worker = `fetch('${site.origin}/worker').then((response) => response.text()).then((text) => postMessage(text), () => postMessage('failed'))`;
    const script = `const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}]))); worker.onmessage = ({ data }) => { ${say('data')} };`;
    expect(await textOf(`<title>busy</title><body><script>${script}</script></body>`)).toBe('from the site');
  });

  it('can be under a security policy that forbids all others', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${site.origin}">`;
    expect(await textOf(`${policy}<body><script src="${site.origin}/b.js"></script></body>`)).toBe(
      'from the script',
    );
  });

  it('can be of a page that has replaced fetch', async () => {
    const script = `window.fetch = () => { document.body.append('called'); return Promise.reject(new Error()); };`;
    expect(
      await textOf(`<body><script>${script}</script><script src="${site.origin}/c.js"></script></body>`),
    ).toBe('from the script');
  });

  it('reaches the site once, and alone', async () => {
    await textOf(`<body><script src="${site.origin}/d.js"></script></body>`);
    expect(urls).toEqual(['/d.js']);
  });
});

describe.skipIf(leftOut('chromium'))('frames of other sites', () => {
  const used = useRenderer();
  const agents: (string | undefined)[] = [];
  let site: Awaited<ReturnType<typeof startSite>>;
  beforeAll(async () => {
    site = await startSite(({ url = '', headers }, response) => {
      if (url !== '/') agents.push(headers['user-agent']);
      response.writeHead(url === '/missing.png' ? 404 : 200, { 'content-type': 'text/html' });
      response.end('<p>in the frame</p><img src=/missing.png>');
    });
  });
  afterAll(() => site.close());

  it('are rendered, with the user agent of the page, and warn of what is missing', async () => {
    const rendering = await used.renderer.render(
      pdfRequest(`<iframe src="${site.origin}/"></iframe>`, {}, { userAgent: 'Agent/1' }),
      deadline(),
    );
    expect((await pageTexts(rendering.content)).join(' ')).toContain('in the frame');
    expect(rendering.warnings).toEqual([
      expect.objectContaining({ code: 'http-404', url: `${site.origin}/missing.png` }),
    ]);
    expect(agents).toEqual(['Agent/1']);
  });
});
