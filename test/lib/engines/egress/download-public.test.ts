import { createServer as createHttpsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { downloadPublic, type Download, type DownloadOptions } from '#lib/engines/egress/download-public.ts';
import { DownloadTooLarge, EgressDenied, EgressFailed } from '#lib/engines/egress/errors.ts';
import { authority, namedServer } from '../../../support/certificates.ts';
import {
  closeAll,
  closing,
  internet,
  publicAddress,
  startHttp,
  startServer,
  startTcp,
} from '../../../support/egress.ts';

afterEach(closeAll);

const options: DownloadOptions = {
  allowed: AllowedHosts.parse('127.0.0.1'),
  maximumBytes: 1_000,
  timeoutMilliseconds: 5_000,
  idleMilliseconds: 1_000,
};

async function contentOf(download: Download): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of download.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

/** Serves one response, byte by byte as given, and ends the connection. @returns the URL of a file */
async function serving(response: string): Promise<string> {
  const port = await startTcp((socket) => {
    socket.once('data', () => socket.end(response, 'latin1'));
  });
  return `http://127.0.0.1:${port}/files/report.pdf`;
}

const get = async (url: string, more: Partial<DownloadOptions> = {}): Promise<string> =>
  contentOf(await downloadPublic(url, { ...options, ...more }));

describe('downloadPublic', () => {
  it('returns the file, its name, type and size', async () => {
    const received: string[] = [];
    const port = await startTcp((socket) => {
      socket.once('data', (data: Buffer) => {
        received.push(data.toString('latin1'));
        socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 3\r\n\r\nabc');
      });
    });
    const url = `http://127.0.0.1:${port}/a/report%20(1).pdf?key=1`;
    const download = await downloadPublic(`${url}#page=2`, options);
    expect(download).toMatchObject({ fileName: 'report (1).pdf', contentType: 'application/pdf', size: 3 });
    expect(await contentOf(download)).toBe('abc');
    const [request = ''] = received;
    expect(
      request
        .split('\r\n')
        .filter((line) => line !== '')
        .toSorted(),
    ).toEqual(
      [
        'GET /a/report%20(1).pdf?key=1 HTTP/1.1',
        'accept: */*',
        'accept-encoding: identity',
        'connection: close',
        `host: 127.0.0.1:${port}`,
        'user-agent: File-Conversion-Service',
      ].toSorted(),
    );
  });

  it('connects to the checked address of a name, whose certificate must be valid', async () => {
    const server = createHttpsServer(namedServer, (_request, response) => response.end('abc'));
    const { connect, asked } = internet(await startServer(server));
    const resolved = [[publicAddress], ['127.0.0.1']];
    const resolver = (): Promise<string[]> => Promise.resolve(resolved.shift() ?? []);
    const named = { allowed: AllowedHosts.none, connect, certificateAuthorities: authority };
    expect(await get('https://hook.example/', { ...named, resolver })).toBe('abc');
    expect(asked).toEqual([`${publicAddress} 443`]);
    const elsewhere = get('https://other.example/', {
      ...named,
      resolver: () => Promise.resolve([publicAddress]),
    });
    await expect(elsewhere).rejects.toMatchObject({ reason: 'protocol', retryable: false });
  });

  it('waits for a reader that pauses longer than the idle limit', async () => {
    const url = await serving(`HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n${'x'.repeat(900)}`);
    const download = await downloadPublic(url, { ...options, idleMilliseconds: 50 });
    await sleep(150);
    expect(await contentOf(download)).toHaveLength(900);
  });

  it('closes the connection when the reader stops early, and on close', async () => {
    const closed: Promise<unknown>[] = [];
    const port = await startHttp((request, response) => {
      closed.push(closing(request.socket));
      response.writeHead(200, { 'content-length': 900 }).write('x');
    });
    const url = `http://127.0.0.1:${port}/`;
    for await (const chunk of (await downloadPublic(url, options)).body) {
      expect(chunk).toHaveLength(1);
      break;
    }
    const unread = await downloadPublic(url, options);
    unread.close();
    unread.close();
    await Promise.all(closed);
    expect(closed).toHaveLength(2);
  });
});

describe('redirects of a download', () => {
  /** Redirects `/0` to `/1` and so on; `/<last>` is the file. */
  const startChain = async (status: number, last: number): Promise<string> => {
    const port = await startHttp(({ url = '' }, response) => {
      const step = Number(url.slice(1));
      if (step === last) response.end(`file ${step}`);
      else response.writeHead(status, { location: String(step + 1) }).end('moved');
    });
    return `http://127.0.0.1:${port}/`;
  };

  it.each([301, 302, 303, 307, 308])('are followed ten times: %i', async (status) => {
    const url = await startChain(status, 10);
    const download = await downloadPublic(`${url}0`, options);
    expect(download).toMatchObject({ url: `${url}10`, fileName: '10' });
    expect(await contentOf(download)).toBe('file 10');
  });

  it('are not followed an eleventh time', async () => {
    const work = get(`${await startChain(302, 11)}0`);
    await expect(work).rejects.toMatchObject({
      retryable: false,
      message: "'127.0.0.1' redirects too many times.",
    });
  });

  it.each([
    ['https://10.0.0.1/x', 'address'],
    ['//169.254.169.254/latest/meta-data', 'address'],
    ['http://public.example/', 'url'],
    ['https://user:secret@public.example/', 'url'],
    ['https://public.example:22/', 'port'],
    ['file:///etc/passwd', 'url'],
    ['data:application/pdf,x', 'url'],
    ['https://%00.example/', 'url'],
  ])('to %s are rejected: %s', async (location, reason) => {
    const url = await serving(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
    const work = get(url, { resolver: () => Promise.resolve([publicAddress]) });
    await expect(work).rejects.toBeInstanceOf(EgressDenied);
    await expect(work).rejects.toMatchObject({ reason });
  });

  it('do not change the file that a name of a public address leads to', async () => {
    const resolved = [[publicAddress], ['127.0.0.1']];
    const server = createHttpsServer(namedServer, (_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    );
    const work = get('https://hook.example/', {
      allowed: AllowedHosts.none,
      certificateAuthorities: authority,
      connect: internet(await startServer(server)).connect,
      resolver: () => Promise.resolve(resolved.shift() ?? []),
    });
    await expect(work).rejects.toMatchObject({ name: 'EgressDenied', reason: 'address' });
    expect(resolved).toEqual([]);
  });

  it.each([
    ['without a location', ''],
    ['with two locations', 'Location: /a\r\nLocation: /b\r\n'],
  ])('%s are invalid', async (_what, location) => {
    const work = get(await serving(`HTTP/1.1 302 Found\r\n${location}Content-Length: 0\r\n\r\n`));
    await expect(work).rejects.toMatchObject({ reason: 'protocol', retryable: false });
  });
});

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const early = 'HTTP/1.1 103 Early Hints\r\n\r\n';

describe('the framing of a download', () => {
  it.each([
    ['a length', `${ok}Content-Length: 3\r\n\r\nabc`],
    ['no bytes', `${ok}Content-Length: 0\r\n\r\n`],
    ['chunks', `${chunked}1\r\na\r\n2\r\nbc\r\n0\r\n\r\n`],
    ['chunks and trailers', `${chunked}3\r\nabc\r\n0\r\nX: y\r\n\r\n`],
    ['a few interim responses', `${early.repeat(3)}${ok}Content-Length: 3\r\n\r\nabc`],
    ['the identity encoding', `${ok}Content-Encoding: identity\r\nContent-Length: 3\r\n\r\nabc`],
    ['HTTP/1.0', `HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc`],
  ])('accepts %s', async (_what, response) => {
    expect(await get(await serving(response))).toBe(
      response.includes('abc') || response.includes('bc') ? 'abc' : '',
    );
  });

  it.each([
    [
      'a length and chunks',
      `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${ok}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
    ['a list of lengths', `${ok}Content-Length: 3, 3\r\n\r\nabc`],
    ['a negative length', `${ok}Content-Length: -3\r\n\r\nabc`],
    ['a length with a sign', `${ok}Content-Length: +3\r\n\r\nabc`],
    ['an overlong length', `${ok}Content-Length: ${'9'.repeat(30)}\r\n\r\nabc`],
    ['no length', `${ok}\r\nabc`],
    ['more bytes than announced', `${ok}Content-Length: 3\r\n\r\nabcdef`],
    ['bytes after the last chunk', `${chunked}3\r\nabc\r\n0\r\n\r\nmore`],
    ['a compressed transfer', `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`],
    ['an identity transfer', `${ok}Transfer-Encoding: identity\r\n\r\nabc`],
    ['a compressed body', `${ok}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`],
    [
      'two encodings',
      `${ok}Content-Encoding: identity\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\nabc`,
    ],
    [
      'an encoding after 3,000 headers',
      `${ok}${'a:\r\n'.repeat(3_000)}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`,
    ],
    ['a flood of interim responses', `${early.repeat(20)}${ok}Content-Length: 3\r\n\r\nabc`],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['a large header', `${ok}X: ${'x'.repeat(70_000)}\r\nContent-Length: 3\r\n\r\nabc`],
    ['large trailers', `${chunked}3\r\nabc\r\n0\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
    ['a large chunk extension', `${chunked}3;a=${'x'.repeat(70_000)}\r\nabc\r\n0\r\n\r\n`],
    ['line feeds alone', `${ok}Content-Length: 3\n\nabc`],
    ['a folded header', `${ok}Content-Length: 3\r\nX: a\r\n b\r\n\r\nabc`],
    ['a NUL in a header', `${ok}X: a\0b\r\nContent-Length: 3\r\n\r\nabc`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])('rejects %s for good', async (_what, response) => {
    const work = get(await serving(response));
    await expect(work).rejects.toBeInstanceOf(EgressFailed);
    await expect(work).rejects.toMatchObject({ reason: 'protocol', retryable: false });
  });

  it.each([
    ['the header', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['a body with a length', `${ok}Content-Length: 9\r\n\r\nabc`],
    ['a body in chunks', `${chunked}3\r\nabc\r\n`],
  ])('reports a connection that breaks in %s as retryable', async (_what, response) => {
    const work = get(await serving(response));
    await expect(work).rejects.toMatchObject({ reason: 'unreachable', retryable: true });
  });
});

describe('a download that fails', () => {
  it.each([
    [204, false],
    [206, false],
    [304, false],
    [401, false],
    [404, false],
    [407, false],
    [429, false],
    [500, true],
    [503, true],
  ])('with status %i is retryable: %s', async (status, retryable) => {
    const work = get(await serving(`HTTP/1.1 ${status} Whatever\r\nContent-Length: 0\r\n\r\n`));
    await expect(work).rejects.toMatchObject({ name: 'UnusableResponse', retryable });
    await expect(work).rejects.toThrow(`'127.0.0.1' returned status ${status} `);
  });

  it('stops at the maximum size, announced or not', async () => {
    const announced = get(await serving(`${ok}Content-Length: 1001\r\n\r\n`));
    await expect(announced).rejects.toBeInstanceOf(DownloadTooLarge);
    let socket = Promise.resolve<unknown>(undefined);
    const port = await startHttp((request, response) => {
      socket = closing(request.socket);
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(600)));
      };
      response.on('drain', pour);
      pour();
    });
    const work = get(`http://127.0.0.1:${port}/`);
    await expect(work).rejects.toBeInstanceOf(DownloadTooLarge);
    await socket;
    const exact = `${ok}Content-Length: 1000\r\n\r\n${'x'.repeat(1_000)}`;
    expect(await get(await serving(exact))).toHaveLength(1_000);
  });

  it.each([
    ['sends nothing', ''],
    ['stops in the header', 'HTTP/1.1 200 OK\r\nX-'],
    ['stops in the body', `${ok}Content-Length: 9\r\n\r\nabc`],
  ])('ends at its time limit when the server %s', async (_what, response) => {
    const port = await startTcp((socket) => void socket.write(response));
    const work = get(`http://127.0.0.1:${port}/`, { timeoutMilliseconds: 200 });
    await expect(work).rejects.toMatchObject({ reason: 'timeout', retryable: true });
  });

  it('ends when no byte arrives for the idle limit, and when bytes arrive forever', async () => {
    const port = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-length': 900 });
      const timer = setInterval(() => response.write('x'), 30);
      response.once('close', () => clearInterval(timer));
    });
    const url = `http://127.0.0.1:${port}/`;
    const idle = get(url, { idleMilliseconds: 5 });
    await expect(idle).rejects.toMatchObject({ reason: 'timeout' });
    const trickle = get(url, { idleMilliseconds: 1_000, timeoutMilliseconds: 200 });
    await expect(trickle).rejects.toMatchObject({ reason: 'timeout' });
  });

  it("rejects with its signal's reason, before and during the body", async () => {
    const reason = new Error('enough');
    const url = await serving(`${ok}Content-Length: 3\r\n\r\nabc`);
    await expect(get(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const port = await startTcp((socket) => void socket.write(`${ok}Content-Length: 9\r\n\r\nabc`));
    const controller = new AbortController();
    const work = get(`http://127.0.0.1:${port}/`, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(work).rejects.toBe(reason);
  });

  it('distinguishes a closed port from an unknown name', async () => {
    const port = await startTcp(() => undefined);
    await closeAll();
    await expect(get(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      reason: 'unreachable',
      retryable: true,
    });
    const unknown = get('https://unknown.example/', { resolver: () => Promise.resolve([]) });
    await expect(unknown).rejects.toMatchObject({ reason: 'unresolved', retryable: true });
  });
});
