import { afterEach, describe, expect, it } from 'vitest';
import { DownloadTooLarge } from '#lib/engines/egress/errors.ts';
import { get, ok, serving } from '../../../support/downloads.ts';
import { closeAll, closing, startHttp, startTcp } from '../../../support/egress.ts';

afterEach(closeAll);

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
      reason: 'refused',
      retryable: true,
    });
    const unknown = get('https://unknown.example/', { resolver: () => Promise.resolve([]) });
    await expect(unknown).rejects.toMatchObject({ reason: 'unresolved', retryable: true });
  });
});
