import { afterEach, describe, expect, it } from 'vitest';
import {
  absoluteGet,
  closeAll,
  openRaw,
  receivedUntil,
  sendRaw,
  startProxy,
  startTcp,
  statusOf,
} from '../../../support/egress.ts';

afterEach(closeAll);

/** A server that responds to every connection with these bytes. */
const startCanned = (response: string): Promise<number> =>
  startTcp((socket) => {
    socket.once('data', () => socket.end(response, 'latin1'));
  });

describe('a response through the proxy', () => {
  it.each([
    ['nonsense', 'is not HTTP'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc', 'has two lengths'],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'has a length and chunks',
    ],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n', 'has another transfer coding'],
    [
      'HTTP/1.1 407 Who?\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n',
      "asks for the proxy's credentials",
    ],
    ['HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n', 'has no valid status'],
    [`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, 'has a huge header'],
  ])('of %j is 502, since it %s', async (canned) => {
    const server = await startCanned(canned);
    const { port, failed } = await startProxy({ allow: '127.0.0.1' });
    const response = await sendRaw(port, absoluteGet(`http://127.0.0.1:${server}/`));
    expect(statusOf(response)).toBe(502);
    expect(failed).toEqual([`protocol http://127.0.0.1:${server}/`]);
  });

  it.each(['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nraw', ''])(
    'of %j is 502',
    async (canned) => {
      const server = await startCanned(canned);
      const { port, failed } = await startProxy({ allow: '127.0.0.1' });
      expect(statusOf(await sendRaw(port, absoluteGet(`http://127.0.0.1:${server}/`)))).toBe(502);
      expect(failed).toHaveLength(1);
    },
  );

  it('that breaks off is broken off and reported', async () => {
    const server = await startCanned('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this');
    const { port, failed } = await startProxy({ allow: '127.0.0.1' });
    const response = await sendRaw(port, absoluteGet(`http://127.0.0.1:${server}/`));
    expect(response).toMatch(/Content-Length: 100\r\n.*only this$/s);
    expect(failed).toEqual([`unreachable http://127.0.0.1:${server}/`]);
  });

  it('in HTTP/1.0 style, ended by closing, is complete', async () => {
    const server = await startCanned('HTTP/1.0 200 OK\r\n\r\nuntil the end');
    const { port, failed } = await startProxy({ allow: '127.0.0.1' });
    expect(await sendRaw(port, absoluteGet(`http://127.0.0.1:${server}/`))).toContain('until the end');
    expect(failed).toEqual([]);
  });

  it('that arrives before the request has ended is forwarded', async () => {
    const server = await startTcp((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 413 Too much\r\nContent-Length: 4\r\n\r\nstop'));
    });
    const { port } = await startProxy({ allow: '127.0.0.1' });
    const post = absoluteGet(`http://127.0.0.1:${server}/`, 'Content-Length: 1000000').replace('GET', 'POST');
    expect(await sendRaw(port, post)).toMatch(/^HTTP\/1\.1 413 .*stop$/s);
  });

  it('of two that a server sends at once is the first; the second reaches no client', async () => {
    const one = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n';
    const server = await startTcp((socket) => {
      socket.on('data', () => socket.write(`${one}one${one}two`));
    });
    const { port } = await startProxy({ allow: '127.0.0.1' });
    const client = await openRaw(port);
    const get = absoluteGet(`http://127.0.0.1:${server}/`).replace('Connection: close\r\n', '');
    client.write(get);
    expect(await receivedUntil(client, 'one')).not.toContain('two');
    client.write(get);
    expect(await receivedUntil(client, 'one')).not.toContain('two');
  });
});
