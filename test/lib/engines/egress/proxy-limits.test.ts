import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EgressProxy } from '#lib/engines/egress/proxy.ts';
import {
  absoluteGet,
  closeAll,
  closing,
  connectTo,
  internet,
  openRaw,
  publicAddress,
  received,
  receivedUntil,
  sendRaw,
  startHttp,
  startProxy,
  startTcp,
  statusOf,
} from '../../../support/egress.ts';

afterEach(closeAll);

/** A server that responds to `/n` with n bytes. */
const startSized = (): Promise<number> =>
  startHttp((request, response) => {
    request.resume();
    response.end(Buffer.alloc(Number(request.url?.slice(1))));
  });

describe('limits of the proxy', () => {
  it('cut a response that is too long and reject later requests', async () => {
    const server = await startSized();
    const { port, proxy, rejected } = await startProxy({ allow: '127.0.0.1', limits: { bytes: 1_000_000 } });
    const url = `http://127.0.0.1:${server}/5000000`;
    const response = await sendRaw(port, absoluteGet(url));
    expect(statusOf(response)).toBe(200);
    expect(response.length).toBeLessThan(1_500_000);
    expect(statusOf(await sendRaw(port, absoluteGet(`http://127.0.0.1:${server}/1`)))).toBe(403);
    expect(statusOf(await sendRaw(port, connectTo(`127.0.0.1:${server}`)))).toBe(403);
    expect(rejected).toEqual([
      `limit ${url}`,
      `limit http://127.0.0.1:${server}/1`,
      `limit https://127.0.0.1:${server}/`,
    ]);
    expect(proxy.bytes).toBeGreaterThan(1_000_000);
  });

  it('count requests together, including headers', async () => {
    const server = await startSized();
    const { port, proxy } = await startProxy({ allow: '127.0.0.1', limits: { bytes: 10_000 } });
    const statuses: number[] = [];
    for (let round = 0; round < 20; round++) {
      statuses.push(
        statusOf(await sendRaw(port, absoluteGet(`http://127.0.0.1:${server}/1`, `X: ${'a'.repeat(1000)}`))),
      );
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(10);
    expect(proxy.bytes).toBeLessThan(12_000);
  });

  it('count sent bytes too', async () => {
    const server = await startSized();
    const { port, rejected } = await startProxy({ allow: '127.0.0.1', limits: { bytes: 100_000 } });
    const post = absoluteGet(`http://127.0.0.1:${server}/1`, 'Content-Length: 500000').replace('GET', 'POST');
    await sendRaw(port, post + 'x'.repeat(500_000));
    expect(rejected).toEqual([`limit http://127.0.0.1:${server}/1`]);
  });

  it('cut tunnels', async () => {
    const server = await startTcp((socket) => socket.end(Buffer.alloc(5_000_000)));
    const { port, rejected } = await startProxy({ allow: '127.0.0.1', limits: { bytes: 1_000_000 } });
    const client = await openRaw(port);
    client.write(connectTo(`127.0.0.1:${server}`));
    expect((await received(client)).length).toBeLessThan(1_500_000);
    expect(rejected).toEqual([`limit https://127.0.0.1:${server}/`]);
  });

  it('bound concurrent connections', async () => {
    const server = await startTcp((socket) => socket.resume());
    const { port, rejected } = await startProxy({ allow: '127.0.0.1', limits: { connections: 2 } });
    const clients = await Promise.all([openRaw(port), openRaw(port)]);
    for (const client of clients) {
      client.write(connectTo(`127.0.0.1:${server}`));
      await receivedUntil(client, '\r\n\r\n');
    }
    expect(statusOf(await sendRaw(port, connectTo(`127.0.0.1:${server}`)))).toBe(403);
    expect(rejected).toEqual([`limit https://127.0.0.1:${server}/`]);
    clients[0].resetAndDestroy();
    const freed = async (): Promise<void> => {
      const client = await openRaw(port);
      client.write(connectTo(`127.0.0.1:${server}`));
      expect(statusOf(await receivedUntil(client, '\r\n\r\n'))).toBe(200);
    };
    await vi.waitFor(freed, { timeout: 10_000 });
  });

  it.each([
    ['resolve', { resolveMilliseconds: 100 }, 502, 'unresolved'],
    ['connect', { connectMilliseconds: 100 }, 504, 'timeout'],
    ['idle', { idleMilliseconds: 100 }, 504, 'timeout'],
    ['exchange', { exchangeMilliseconds: 200 }, 504, 'timeout'],
  ])('end exchanges that exceed their time: %s', async (what, limits, status, reason) => {
    const silent = await startTcp((socket) => socket.resume());
    const { connect } = internet(silent);
    const { port, failed } = await startProxy({
      limits,
      resolver: () => (what === 'resolve' ? new Promise(() => undefined) : Promise.resolve([publicAddress])),
      connect: (address, asked) => {
        const socket = connect(address, asked);
        // Never reports that it is connected, as if packets were dropped on the way.
        if (what === 'connect') socket.emit = () => false;
        return socket;
      },
    });
    const started = performance.now();
    expect(statusOf(await sendRaw(port, absoluteGet('http://slow.example/')))).toBe(status);
    // Sooner than any default.
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(failed).toEqual([`${reason} http://slow.example/`]);
  });

  it('close idle tunnels silently and report those that exceed their duration', async () => {
    const server = await startTcp((socket) => {
      socket.on('data', (chunk: Buffer) => socket.write(chunk));
    });
    const { port, failed } = await startProxy({
      allow: '127.0.0.1',
      limits: { idleMilliseconds: 200, exchangeMilliseconds: 700 },
    });
    const idle = await openRaw(port);
    idle.write(connectTo(`127.0.0.1:${server}`));
    await received(idle);
    expect(failed).toEqual([]);
    const busy = await openRaw(port);
    busy.write(connectTo(`127.0.0.1:${server}`));
    const ticking = setInterval(() => busy.write('tick'), 50);
    await received(busy).finally(() => clearInterval(ticking));
    expect(failed).toEqual([`timeout https://127.0.0.1:${server}/`]);
  });
});

describe('large bodies', () => {
  it('are streamed, not buffered', async () => {
    const size = 400_000_000;
    const chunk = Buffer.alloc(1_000_000, 'x');
    const server = await startHttp((request, response) => {
      if (request.method === 'POST') {
        let bytes = 0;
        request.on('data', (data: Buffer) => (bytes += data.length));
        request.on('end', () => response.end(String(bytes)));
        return;
      }
      let sent = 0;
      const send = (): void => {
        while (sent < size) {
          sent += chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.on('drain', send);
      send();
    });
    const { port, proxy } = await startProxy({ allow: '127.0.0.1', limits: { bytes: 1_000_000_000 } });
    const before = process.memoryUsage();
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers)), 5);
    const client = await openRaw(port);
    let bytes = 0;
    client.on('data', (data: Buffer) => (bytes += data.length));
    client.write(absoluteGet(`http://127.0.0.1:${server}/`));
    await closing(client);
    clearInterval(watch);
    expect(bytes).toBeGreaterThan(size);
    expect(proxy.bytes).toBeGreaterThan(size);
    expect(peak - before.arrayBuffers).toBeLessThan(150_000_000);

    const upload = await openRaw(port);
    upload.write(
      absoluteGet(`http://127.0.0.1:${server}/`, `Content-Length: ${20 * chunk.length}`).replace(
        'GET',
        'POST',
      ),
    );
    for (let part = 0; part < 20; part++) {
      if (!upload.write(chunk)) await once(upload, 'drain');
    }
    expect(await receivedUntil(upload, String(20 * chunk.length))).toContain('200 OK');
  });
});

describe('stop', () => {
  it('ends every connection, inbound and outbound, and pending work', async () => {
    const ended: string[] = [];
    const server = await startTcp((socket) => {
      socket.resume();
      socket.once('end', () => ended.push('server side'));
    });
    const proxy = await EgressProxy.start({
      requireCredentials: false,
      connect: internet(server).connect,
      resolver: (name) =>
        name === 'slow.example' ? new Promise(() => undefined) : Promise.resolve([publicAddress]),
    });
    const port = Number(new URL(proxy.url).port);
    const clients = await Promise.all(Array.from({ length: 4 }, () => openRaw(port)));
    const [tunnel, request, slow] = clients;
    tunnel?.write(connectTo('example.com:443'));
    request?.write(absoluteGet('http://example.com/'));
    slow?.write(absoluteGet('http://slow.example/'));
    if (tunnel) await receivedUntil(tunnel, '\r\n\r\n');
    const closed = Promise.all(clients.map((client) => closing(client)));
    await proxy.stop();
    await closed;
    await vi.waitFor(() => expect(ended).toHaveLength(2), { timeout: 10_000 });
    await expect(openRaw(port).then((socket) => received(socket))).rejects.toThrow();
    await proxy.stop();
  });

  it('leaves no handle that keeps the process alive', async () => {
    const server = await startSized();
    const before = process.getActiveResourcesInfo().length;
    for (let round = 0; round < 20; round++) {
      const { port, proxy } = await startProxy({ allow: '127.0.0.1' });
      expect(statusOf(await sendRaw(port, absoluteGet(`http://127.0.0.1:${server}/10`)))).toBe(200);
      await proxy.stop();
    }
    await vi.waitFor(() => expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before + 2), {
      timeout: 10_000,
    });
  });
});
