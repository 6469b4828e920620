import { once } from 'node:events';
import { createServer as createTlsServer, connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { authority, namedServer } from '../../../support/certificates.ts';
import {
  closeAll,
  connectTo,
  internet,
  openRaw,
  publicAddress,
  received,
  receivedUntil,
  sendRaw,
  startProxy,
  startServer,
  startTcp,
  statusOf,
} from '../../../support/egress.ts';

afterEach(closeAll);

const echo = (): Promise<number> => startTcp((socket) => socket.pipe(socket));

describe('a tunnel', () => {
  it('carries bytes both ways to an allowed host on loopback', async () => {
    const server = await echo();
    const { port } = await startProxy({ allow: `127.0.0.1:${server}` });
    const client = await openRaw(port);
    client.write(connectTo(`127.0.0.1:${server}`));
    expect(statusOf(await receivedUntil(client, '\r\n\r\n'))).toBe(200);
    client.write('ping');
    expect(await receivedUntil(client, 'ping')).toBe('ping');
    client.end();
    await once(client, 'close');
  });

  it('carries bytes that arrived with the request', async () => {
    const server = await echo();
    const { port } = await startProxy({ allow: '127.0.0.1' });
    const client = await openRaw(port);
    client.write(`${connectTo(`127.0.0.1:${server}`)}early`);
    expect(await receivedUntil(client, 'early')).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\nearly$/s);
  });

  it('carries TLS to the checked address without resolving again', async () => {
    const secure = createTlsServer(namedServer, (socket) => socket.end('secret'));
    const { connect, asked } = internet(await startServer(secure));
    const responses = [[publicAddress], ['127.0.0.1']];
    const { port } = await startProxy({ connect, resolver: () => Promise.resolve(responses.shift() ?? []) });
    const client = await openRaw(port);
    client.write(connectTo('hook.example:443'));
    expect(statusOf(await receivedUntil(client, '\r\n\r\n'))).toBe(200);
    const socket = connectTls({ socket: client, servername: 'hook.example', ca: authority });
    await once(socket, 'secureConnect');
    expect(socket.authorized).toBe(true);
    expect(asked).toEqual([`${publicAddress} 443`]);
    expect(responses).toHaveLength(1);
    socket.destroy();
  });

  it('carries ws://, which browsers open on port 80', async () => {
    const server = await startTcp((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\nframe'),
      );
    });
    const { connect, asked } = internet(server);
    const { port } = await startProxy({ connect, resolver: () => Promise.resolve([publicAddress]) });
    const client = await openRaw(port);
    client.write(connectTo('chat.example:80'));
    await receivedUntil(client, '\r\n\r\n');
    client.write('GET / HTTP/1.1\r\nHost: chat.example\r\nUpgrade: websocket\r\n\r\n');
    expect(await receivedUntil(client, 'frame')).toContain('101');
    expect(asked).toEqual([`${publicAddress} 80`]);
  });

  it.each([
    ['127.0.0.1:443', 'address', 'https://127.0.0.1/'],
    ['0x7f.1:443', 'address', 'https://127.0.0.1/'],
    ['[::1]:443', 'address', 'https://[::1]/'],
    ['[::ffff:10.0.0.5]:8443', 'address', 'https://[::ffff:a00:5]:8443/'],
    ['[fd00:ec2::254]:80', 'address', 'http://[fd00:ec2::254]/'],
    ['169.254.169.254:80', 'address', 'http://169.254.169.254/'],
    ['inside.example:443', 'address', 'https://inside.example/'],
    ['INSIDE.example.:443', 'address', 'https://inside.example/'],
    ['example.com:22', 'port', 'https://example.com:22/'],
    ['example.com:0', 'port', 'https://example.com:0/'],
  ])('to %s is rejected: %s', async (target, reason, url) => {
    const { connect, asked } = internet(1);
    const { port, rejected, failed } = await startProxy({
      connect,
      resolver: (name) => Promise.resolve(name.startsWith('inside') ? ['192.168.0.1'] : [publicAddress]),
    });
    const response = await sendRaw(port, connectTo(target));
    expect(statusOf(response)).toBe(403);
    expect(response).toContain(`\r\nx-egress-denied: ${reason}\r\n`);
    expect(rejected).toEqual([`${reason} ${url}`]);
    expect(failed).toEqual([]);
    expect(asked).toEqual([]);
  });

  it.each([
    'example.com',
    'example.com:',
    'example.com:65536',
    'example.com:x',
    'u@example.com:443',
    'a/b:443',
    '::1:443',
    'http://example.com:443',
  ])('to %s is malformed', async (target) => {
    const { port, rejected } = await startProxy({
      resolver: () => Promise.resolve([publicAddress]),
      connect: internet(1).connect,
    });
    const response = await sendRaw(port, connectTo(target));
    expect(statusOf(response)).toBe(400);
    // Node's parser rejects some of these before this code sees them.
    expect(rejected.length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['another host', 'Host: other.example:443'],
    ['another port', 'Host: example.com:80'],
    ['two hosts', 'Host: example.com:443\r\nHost: other.example:443'],
    ['an empty host', 'Host: '],
  ])('with %s in its header is rejected', async (_what, line) => {
    const { connect, asked } = internet(1);
    const { port, rejected } = await startProxy({
      connect,
      resolver: () => Promise.resolve([publicAddress]),
    });
    const response = await sendRaw(port, `CONNECT example.com:443 HTTP/1.1\r\n${line}\r\n\r\n`);
    expect(statusOf(response)).toBe(400);
    expect(rejected).toEqual(['request example.com:443']);
    expect(asked).toEqual([]);
  });

  it('ends for the client when the server ends, after all its bytes', async () => {
    const server = await startTcp((socket) => socket.end('x'.repeat(300_000)));
    const { port } = await startProxy({ allow: '127.0.0.1' });
    const client = await openRaw(port);
    client.write(connectTo(`127.0.0.1:${server}`));
    const response = await received(client);
    expect(response.slice(response.indexOf('\r\n\r\n') + 4)).toHaveLength(300_000);
  });

  it('ends for the server when the client disconnects', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const server = await startTcp((socket) => {
      socket.resume();
      socket.once('end', () => resolve(undefined));
    });
    const { port, failed } = await startProxy({ allow: '127.0.0.1' });
    const client = await openRaw(port);
    client.write(connectTo(`127.0.0.1:${server}`));
    await receivedUntil(client, '\r\n\r\n');
    client.resetAndDestroy();
    await promise;
    expect(failed).toEqual([]);
  });

  it('that cannot be opened gets 502 and is reported as failed', async () => {
    const { port, failed } = await startProxy({ resolver: () => Promise.resolve([]) });
    const response = await sendRaw(port, connectTo('none.example:443'));
    expect(statusOf(response)).toBe(502);
    expect(response).toContain('\r\nx-egress-failed: unresolved\r\n');
    expect(failed).toEqual(['unresolved https://none.example/']);
  });
});
