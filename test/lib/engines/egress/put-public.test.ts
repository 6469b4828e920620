import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { putPublic, type PutOptions } from '#lib/engines/egress/put-public.ts';
import { closeAll, closing, publicAddress, startHttp, startTcp } from '../../../support/egress.ts';

afterEach(closeAll);

const options: PutOptions = {
  headers: { 'content-type': 'application/pdf' },
  body: [Buffer.from('abc')],
  size: 3,
  allowed: AllowedHosts.parse('127.0.0.1'),
  timeoutMilliseconds: 5_000,
  idleMilliseconds: 1_000,
  maximumResponseBytes: 1_000,
};

const put = (port: number, more: Partial<PutOptions> = {}) =>
  putPublic(`http://127.0.0.1:${port}/bucket/a%20b.pdf?signature=1#x`, { ...options, ...more });

describe('putPublic', () => {
  it('sends the body with its exact size, without chunks', async () => {
    const received: { headers: IncomingHttpHeaders; body: string; url: string | undefined }[] = [];
    const port = await startHttp((request, response) => {
      void buffer(request).then((body) => {
        received.push({ headers: request.headers, body: body.toString(), url: request.url });
        response.writeHead(201, { etag: '"1"' }).end();
      });
    });
    async function* body(): AsyncGenerator<Uint8Array> {
      for (const piece of ['ab', '', 'c']) {
        await sleep(1);
        yield Buffer.from(piece);
      }
    }
    expect(await put(port, { body: body() })).toMatchObject({ status: 201, headers: { etag: '"1"' } });
    expect(received).toEqual([
      {
        url: '/bucket/a%20b.pdf?signature=1',
        body: 'abc',
        headers: {
          'content-type': 'application/pdf',
          'content-length': '3',
          host: `127.0.0.1:${port}`,
          connection: 'close',
        },
      },
    ]);
  });

  it('sends large bodies as the server reads them', async () => {
    const size = 20_000_000;
    const port = await startHttp((request, response) => {
      void buffer(request).then((body) => response.end(String(body.length)));
    });
    let yielded = 0;
    function* body(): Generator<Uint8Array> {
      for (; yielded < size; yielded += 100_000) yield Buffer.alloc(100_000);
    }
    expect(await put(port, { body: body(), size })).toMatchObject({ status: 200 });
    expect(yielded).toBe(size);
  });

  it.each([301, 302, 307, 308, 403, 503])(
    'returns a %i that arrives before the end of the body',
    async (status) => {
      let closed = Promise.resolve<unknown>(undefined);
      const port = await startTcp((socket) => {
        closed = closing(socket);
        socket.once('data', () =>
          socket.write(`HTTP/1.1 ${status} X\r\nLocation: https://10.0.0.1/\r\nContent-Length: 0\r\n\r\n`),
        );
        socket.resume().once('end', () => socket.destroy());
      });
      async function* body(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(10);
        await sleep(10_000, undefined, { ref: false });
        yield Buffer.alloc(10);
      }
      expect(await put(port, { body: body(), size: 20 })).toMatchObject({ status });
      await closed;
    },
  );

  it('does not believe a success before the end of the body', async () => {
    const port = await startTcp((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    });
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(10);
      await sleep(10_000, undefined, { ref: false });
    }
    await expect(put(port, { body: body(), size: 20 })).rejects.toMatchObject({ reason: 'protocol' });
  });

  it.each([
    ['never reads', () => undefined, 'timeout'],
    ['never responds', (socket: { resume: () => unknown }) => socket.resume(), 'timeout'],
    ['resets', (socket: { resetAndDestroy: () => unknown }) => socket.resetAndDestroy(), 'unreachable'],
    ['closes', (socket: { destroy: () => unknown }) => socket.destroy(), 'unreachable'],
    [
      'is no web server',
      (socket: { end: (text: string) => unknown }) => socket.end('220 smtp\r\n'),
      'protocol',
    ],
  ])('fails when the server %s', async (_what, behave, reason) => {
    const port = await startTcp((socket) => void behave(socket));
    const size = 50_000_000;
    function* body(): Generator<Uint8Array> {
      for (let left = size; left > 0; left -= 1_000_000) yield Buffer.alloc(1_000_000);
    }
    const work = put(port, { body: body(), size, idleMilliseconds: 200 });
    await expect(work).rejects.toMatchObject({ name: 'EgressFailed', reason });
  });

  it('fails with the error of a body that cannot be read', async () => {
    const port = await startHttp((request) => void request.resume());
    const broken = new Error('S3 is down');
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1);
      await Promise.reject(broken);
    }
    await expect(put(port, { body: body() })).rejects.toBe(broken);
    await expect(put(port, { size: 4 })).rejects.toThrow('does not have the announced 4 bytes');
    await expect(put(port, { size: 2 })).rejects.toThrow('does not have the announced 2 bytes');
  });

  it("rejects with its signal's reason", async () => {
    const port = await startTcp((socket) => socket.resume());
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = put(port, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(work).rejects.toBe(reason);
  });

  it.each([
    ['https://10.0.0.1/', 'address'],
    ['http://public.example/', 'url'],
    ['https://u:p@public.example/', 'url'],
    ['https://public.example:25/', 'port'],
    ['https://private.example/', 'address'],
  ])('does not send to %s', async (url, reason) => {
    const resolver = (name: string): Promise<string[]> =>
      Promise.resolve([name.startsWith('private') ? '10.0.0.1' : publicAddress]);
    const work = putPublic(url, { ...options, resolver });
    await expect(work).rejects.toMatchObject({ name: 'EgressDenied', reason });
  });
});
