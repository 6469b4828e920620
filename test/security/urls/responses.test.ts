import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Socket } from 'node:net';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { downloadPublic, type DownloadOptions } from '#lib/engines/egress/download-public.ts';
import { closeAll, startHttp, startTcp } from '../../support/egress.ts';
import { listedHost, openLab, securedHost, strict } from './lab.ts';

afterEach(closeAll);

const options: DownloadOptions = {
  allowed: AllowedHosts.parse('127.0.0.1'),
  maximumBytes: 100_000,
  timeoutMilliseconds: 1_500,
  idleMilliseconds: 300,
};

/** What a download from a listed host ends with: the number of its bytes, or the name of its error. */
async function outcome(port: number, limits: Partial<DownloadOptions> = {}): Promise<number | string> {
  try {
    const { body } = await downloadPublic(`http://127.0.0.1:${port}/a`, { ...options, ...limits });
    let bytes = 0;
    for await (const chunk of body) bytes += chunk.length;
    return bytes;
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

const responding = (response: string | Buffer): Promise<number> =>
  startTcp((socket) => void socket.once('data', () => socket.end(response, 'latin1')));

const bomb = gzipSync(Buffer.alloc(50_000_000));
const head = (...lines: string[]): string => `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`;
const after = (header: string, body: Buffer): Buffer => Buffer.concat([Buffer.from(header, 'latin1'), body]);
const sized = head('Content-Length: 3');

describe('a server of an input cannot', () => {
  it('deny that an honest response is accepted (the control)', async () => {
    expect(await outcome(await responding(`${sized}abc`))).toBe(3);
    const length = `Content-Length: ${bomb.length}`;
    expect(await outcome(await responding(after(head(length), bomb)))).toBe(bomb.length);
  });

  it.each([
    ['gzip', ['Content-Encoding: gzip']],
    ['x-gzip', ['Content-Encoding: x-gzip']],
    ['deflate', ['Content-Encoding: deflate']],
    ['brotli', ['Content-Encoding: br']],
    ['zstandard', ['Content-Encoding: zstd']],
    ['twice', ['Content-Encoding: gzip, gzip']],
    ['in two headers', ['Content-Encoding: identity', 'Content-Encoding: gzip']],
    ['in an unusual case', ['CONTENT-ENCODING:GZIP']],
  ])('send a bomb compressed by %s', async (_what, lines) => {
    const response = after(head(...lines, `Content-Length: ${bomb.length}`), bomb);
    expect(await outcome(await responding(response))).toBe('UnusableResponse');
  });

  it.each([
    ['a transfer coding', head('Transfer-Encoding: gzip, chunked')],
    ['chunked twice', head('Transfer-Encoding: chunked, chunked')],
    ['chunks in another order', head('Transfer-Encoding: chunked, gzip')],
    ['length and chunks', head('Content-Length: 3', 'Transfer-Encoding: chunked')],
    ['two lengths', head('Content-Length: 3', 'Content-Length: 30')],
    ['a hexadecimal length', head('Content-Length: 0x3')],
    ['a length with a unit', head('Content-Length: 3 bytes')],
    ['a fraction of a byte', head('Content-Length: 3.5')],
    ['an exponent', head('Content-Length: 3e0')],
    ['a negative length', head('Content-Length: -1')],
    ['a length that overflows', head(`Content-Length: 1${'0'.repeat(24)}`)],
    ['an empty length', head('Content-Length:')],
    ['no length', head('X: y')],
    ['a space before a colon', head('Content-Length : 3')],
    ['a header without a name', head(': x', 'Content-Length: 3')],
    ['a control character', head('X: \u0001', 'Content-Length: 3')],
    ['carriage returns alone', 'HTTP/1.1 200 OK\rContent-Length: 3\r\rabc'],
    ['another version', 'HTTP/9.9 200 OK\r\nContent-Length: 3\r\n\r\n'],
    ['no version', 'abc'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\nContent-Length: 3\r\n\r\n'],
    ['a status of one digit', 'HTTP/1.1 2 OK\r\nContent-Length: 3\r\n\r\n'],
    ['an invalid chunk size', `${head('Transfer-Encoding: chunked')}x\r\nabc\r\n0\r\n\r\n`],
    ['a negative chunk size', `${head('Transfer-Encoding: chunked')}-3\r\nabc\r\n0\r\n\r\n`],
    ['a chunk that is too long', `${head('Transfer-Encoding: chunked')}3\r\nabcdef\r\n0\r\n\r\n`],
    ['an overflowing chunk', `${head('Transfer-Encoding: chunked')}fffffffffffffffff\r\nabc\r\n`],
    ['less than announced', head('Content-Length: 30')],
    ['more than announced', `${sized}abcdef`],
    ['no last chunk', `${head('Transfer-Encoding: chunked')}3\r\nabc\r\n`],
  ])('confuse by %s', async (_what, response) => {
    const body = response.endsWith('\r\n\r\n') ? `${response}abc` : response;
    expect(await outcome(await responding(body))).toMatch(/^(EgressFailed|UnusableResponse)$/);
  });

  it.each([
    ['one header', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1_000_000)}`)],
    ['many headers', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100_000)}`)],
    ['its reason', (socket: Socket) => socket.write(`HTTP/1.1 200 ${'x'.repeat(1_000_000)}`)],
    ['interim responses', (socket: Socket) => socket.write('HTTP/1.1 103 X\r\n\r\n'.repeat(100_000))],
    [
      'trailers',
      (socket: Socket) =>
        socket.write(`${head('Transfer-Encoding: chunked')}0\r\n${'x: y\r\n'.repeat(100_000)}`),
    ],
    [
      'a chunk extension',
      (socket: Socket) => socket.write(`${head('Transfer-Encoding: chunked')}3;${'x'.repeat(1_000_000)}`),
    ],
    ['leading lines', (socket: Socket) => socket.write('\r\n'.repeat(500_000))],
  ])('fill memory with %s', async (_what, flood) => {
    const port = await startTcp((socket) => void socket.once('data', () => flood(socket)));
    const before = process.memoryUsage().rss;
    expect(await outcome(port)).toBe('EgressFailed');
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it.each([
    ['announces more than the limit', head('Content-Length: 100001')],
    [
      'sends more than the limit in chunks',
      head('Transfer-Encoding: chunked') + `2710\r\n${'x'.repeat(10_000)}\r\n`.repeat(11),
    ],
  ])('exceed the size: it %s', async (_what, response) => {
    expect(await outcome(await responding(response))).toBe('DownloadTooLarge');
  });

  it.each([
    ['accepts and says nothing', () => undefined, 'EgressFailed'],
    ['sends its header byte by byte', (socket: Socket) => drip(socket, sized), 'EgressFailed'],
    ['stops in its body', (socket: Socket) => socket.write(head('Content-Length: 9')), 'EgressFailed'],
    [
      'sends its body byte by byte',
      (socket: Socket) => drip(socket, 'x'.repeat(999), head('Content-Length: 999')),
      'EgressFailed',
    ],
    [
      'sends empty interim responses',
      (socket: Socket) => drip(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(99)),
      'EgressFailed',
    ],
  ])('hold a download: it %s', async (_what, behave, name) => {
    const port = await startTcp((socket) => void socket.once('data', () => behave(socket)));
    const begin = performance.now();
    expect(await outcome(port)).toBe(name);
    expect(performance.now() - begin).toBeLessThan(2_500);
  });

  it('redirect 300 times', async () => {
    let requests = 0;
    const chain = (last: number) =>
      startHttp((_request, response) => {
        requests += 1;
        if (requests > last) response.end('abc');
        else response.writeHead(302, { location: `/${requests}` }).end();
      });
    expect(await outcome(await chain(10))).toBe(3);
    requests = 0;
    expect(await outcome(await chain(300))).toBe('UnusableResponse');
    expect(requests).toBe(11);
  });

  it('receive the secrets of a URL that redirects to it', async () => {
    const headers: string[] = [];
    const attempt = await openLab({
      serve: (request, response) => {
        headers.push(JSON.stringify(request.headers));
        if (request.headers.host === listedHost) {
          response.setHeader('set-cookie', 'session=secret');
          response.writeHead(302, { location: `https://${securedHost}/` }).end();
        } else response.end('abc');
      },
    });
    expect(await attempt(`http://${listedHost}/?token=secret`, strict)).toMatchObject({ content: 'abc' });
    expect(headers[1]).not.toMatch(/secret|referer|cookie|authorization/);
  });
});

/** Writes the text in small steps, each within the idle limit. */
function drip(socket: Socket, text: string, first = ''): void {
  if (first !== '') socket.write(first);
  let at = 0;
  const timer = setInterval(() => socket.write(text[at++] ?? 'x'), 50);
  socket.once('close', () => clearInterval(timer)).on('error', () => clearInterval(timer));
}
