import { createServer as createHttpsServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { downloadPublic } from '#lib/engines/egress/download-public.ts';
import { EgressDenied } from '#lib/engines/egress/errors.ts';
import { authority, namedServer } from '../../../support/certificates.ts';
import { contentOf, get, options, serving } from '../../../support/downloads.ts';
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
