import { afterEach, describe, expect, it } from 'vitest';
import { startCounting } from '../../../support/counting-proxy.ts';
import {
  absoluteGet,
  closeAll,
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

describe('clients that misbehave', () => {
  const small = { headerMilliseconds: 200, idleMilliseconds: 300, exchangeMilliseconds: 1500 };

  it('with an oversized header get 431', async () => {
    const { port, url } = await startCounting();
    const response = await sendRaw(port, absoluteGet(url, `X: ${'a'.repeat(70_000)}`));
    expect(statusOf(response)).toBe(431);
  });

  it('that send their header slowly get 408', async () => {
    const { port } = await startProxy({ limits: small });
    const client = await openRaw(port);
    client.write('GET http://example.com/ HTTP/1.1\r\n');
    expect(statusOf(await received(client))).toBe(408);
  });

  it('that send their body slowly are cut off', async () => {
    const server = await startHttp((request, response) => {
      request.resume();
      request.on('end', () => response.end());
    });
    const { port, failed } = await startProxy({ allow: '127.0.0.1', limits: small });
    const client = await openRaw(port);
    client.write(absoluteGet(`http://127.0.0.1:${server}/`, 'Content-Length: 10').replace('GET', 'POST'));
    client.write('12345');
    expect(statusOf(await received(client))).toBe(504);
    expect(failed).toEqual([`timeout http://127.0.0.1:${server}/`]);
  });

  it('that do not read are not buffered for, and are cut off', async () => {
    let sent = 0;
    const closed = Promise.withResolvers<undefined>();
    const server = await startTcp((socket) => {
      const chunk = Buffer.alloc(64 * 1024);
      const send = (): void => {
        while (sent < 200_000_000 && !socket.destroyed) {
          sent += chunk.length;
          if (!socket.write(chunk)) return;
        }
      };
      socket.on('drain', send);
      socket.once('close', () => closed.resolve(undefined));
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        send();
      });
    });
    const { port } = await startProxy({ allow: '127.0.0.1', limits: small });
    const client = await openRaw(port);
    client.pause();
    client.write(absoluteGet(`http://127.0.0.1:${server}/`));
    await closed.promise;
    expect(sent).toBeGreaterThan(64 * 1024);
    expect(sent).toBeLessThan(40_000_000);
  });

  it('that disconnect end their exchange without a callback', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const server = await startHttp((request) => {
      request.once('close', () => resolve(undefined));
    });
    const { port, failed, rejected } = await startProxy({ allow: '127.0.0.1' });
    const client = await openRaw(port);
    client.write(absoluteGet(`http://127.0.0.1:${server}/`));
    await new Promise((done) => setTimeout(done, 100));
    client.destroy();
    await promise;
    expect([...failed, ...rejected]).toEqual([]);
  });

  it('that disconnect during a lookup cause no connection', async () => {
    const response = Promise.withResolvers<string[]>();
    const { connect, asked } = internet(1);
    const { port, failed } = await startProxy({ connect, resolver: () => response.promise });
    for (const request of [absoluteGet('http://slow.example/'), connectTo('slow.example:443')]) {
      const client = await openRaw(port);
      client.write(request);
      await new Promise((done) => setTimeout(done, 50));
      client.resetAndDestroy();
    }
    await new Promise((done) => setTimeout(done, 50));
    response.resolve([publicAddress]);
    await new Promise((done) => setTimeout(done, 50));
    expect([...asked, ...failed]).toEqual([]);
  });

  it('that send garbage get 400 and affect no other client', async () => {
    const { port, url } = await startCounting();
    const rubbish = [
      '\x16\x03\x01\x02\x00\x01\x00',
      '\0\0\0\0',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET\r\n\r\n',
      'A'.repeat(100_000),
    ];
    for (const bytes of rubbish) await sendRaw(port, Buffer.from(`${bytes}\r\n\r\n`, 'latin1'));
    const client = await openRaw(port);
    client.write(absoluteGet(url));
    expect(await receivedUntil(client, 'reached')).toContain('200 OK');
  });
});
