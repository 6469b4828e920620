import { afterEach, describe, expect, it } from 'vitest';
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

/** A proxy with one allowed server that counts the requests it receives. */
async function startCounting(): Promise<{
  port: number;
  url: string;
  host: string;
  requests: string[];
  rejected: string[];
}> {
  const requests: string[] = [];
  const server = await startHttp((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.end('reached');
  });
  const { port, rejected } = await startProxy({ allow: `127.0.0.1:${server}` });
  const host = `127.0.0.1:${server}`;
  return { port, url: `http://${host}/`, host, requests, rejected };
}

const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

describe('requests that two parsers could read differently', () => {
  it.each([
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${hidden.length}`],
    ['two equal lengths', `Content-Length: ${hidden.length}\r\nContent-Length: ${hidden.length}`],
    ['a list of lengths', `Content-Length: 0, ${hidden.length}`],
    ['a signed length', `Content-Length: +${hidden.length}`],
    ['a hexadecimal length', `Content-Length: 0x${hidden.length.toString(16)}`],
    ['a length and chunks', `Content-Length: ${hidden.length}\r\nTransfer-Encoding: chunked`],
    ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length}`],
    ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'],
    ['another coding', 'Transfer-Encoding: identity'],
    ['a coding before chunks', 'Transfer-Encoding: gzip, chunked'],
    ['a coding after chunks', 'Transfer-Encoding: chunked, identity'],
    ['an odd spelling of chunks', 'Transfer-Encoding: xchunked'],
    ['white space before the colon', 'Transfer-Encoding : chunked'],
    ['a folded line', 'X-A: b\r\n Content-Length: 5'],
    ['a bare line feed in a value', 'X-A: b\nContent-Length: 5'],
    ['a bare carriage return in a value', 'X-A: b\rContent-Length: 5'],
    ['a zero byte in a value', 'X-A: b\0c'],
    ['a second host', 'Host: other.example'],
    ['a second host that is the same', 'HOST: {host}'],
  ])('with %s are rejected', async (_what, line) => {
    const { port, url, host, requests } = await startCounting();
    const response = await sendRaw(
      port,
      `POST ${url} HTTP/1.1\r\nHost: ${host}\r\n${line.replace('{host}', host)}\r\n\r\n${hidden}`,
    );
    expect(statusOf(response)).toBe(400);
    expect(requests.filter((request) => request.includes('hidden'))).toEqual([]);
    expect(response).not.toContain('reached');
  });

  it.each([
    ['Connection: close, Content-Length\r\nContent-Length: 34', hidden.padEnd(34)],
    [
      'Connection: close, Transfer-Encoding\r\nTransfer-Encoding: chunked',
      `22\r\n${hidden.padEnd(34)}\r\n0\r\n\r\n`,
    ],
  ])('keep their framing when they ask for it to be dropped: %j', async (lines, body) => {
    const { port, url, host, requests } = await startCounting();
    const response = await sendRaw(port, `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${lines}\r\n\r\n${body}`);
    expect(statusOf(response)).toBe(200);
    expect(requests).toEqual(['GET /']);
  });

  it.each(['gzip, chunked', 'gzip,\tchunked', 'chunked, chunked', 'identity, chunked'])(
    'with chunks inside another coding are rejected: %j',
    async (coding) => {
      const { port, url, requests } = await startCounting();
      const post = absoluteGet(url, `Transfer-Encoding: ${coding}`).replace('GET', 'POST');
      expect(statusOf(await sendRaw(port, `${post}5\r\nhello\r\n0\r\n\r\n`))).toBe(400);
      expect(requests).toEqual([]);
    },
  );

  it('that arrive in one chunk are checked one by one', async () => {
    const { port, url, requests, rejected } = await startCounting();
    const first = absoluteGet(url).replace('Connection: close\r\n', '');
    const response = await sendRaw(
      port,
      first + absoluteGet('http://127.0.0.1:1/').replace(':1/', ':2/').replace(':1\r', ':2\r'),
    );
    expect(response).toMatch(/200 OK.*reached.*403 Forbidden/s);
    expect(requests).toEqual(['GET /']);
    expect(rejected).toEqual(['address http://127.0.0.1:2/']);
  });
});

describe('requests whose parts contradict each other', () => {
  it.each([
    ['another host', 'Host: other.example'],
    ['another port', 'Host: 127.0.0.1:1'],
    ['no port', 'Host: 127.0.0.1'],
    ['an empty host', 'Host: '],
    ['user information', 'Host: u@{host}'],
    ['a list', 'Host: {host}, {host}'],
    ['no host at all', 'X: y'],
  ])('with %s in the header are rejected', async (_what, line) => {
    const { port, url, host, requests } = await startCounting();
    const response = await sendRaw(
      port,
      `GET ${url} HTTP/1.1\r\n${line.replaceAll('{host}', host)}\r\nConnection: close\r\n\r\n`,
    );
    expect(statusOf(response)).toBe(400);
    expect(requests).toEqual([]);
  });

  it('are compared by meaning: spelling, case and default port make no difference', async () => {
    const { connect } = internet(await startHttp((request, response) => response.end(request.headers.host)));
    const { port } = await startProxy({ connect, resolver: () => Promise.resolve([publicAddress]) });
    for (const [url, header] of [
      ['http://Example.COM/', 'example.com'],
      ['http://example.com:80/', 'EXAMPLE.com'],
      ['http://example.com/', 'example.com.:80'],
      ['http://0x5d.0xb8d822/', '93.184.216.34'],
    ] as const) {
      const reply = await sendRaw(
        port,
        `GET ${url} HTTP/1.1\r\nHost: ${header}\r\nConnection: close\r\n\r\n`,
      );
      expect(statusOf(reply)).toBe(200);
      expect(reply).toContain(new URL(url).host);
    }
  });

  it.each([
    '/path',
    '*',
    '//example.com/',
    'example.com',
    'http://',
    'http:///',
    'http://[::1/',
    'http://a b/',
    'javascript:1',
    'about:blank',
  ])('for %j are not proxy requests', async (target) => {
    const { connect, asked } = internet(1);
    const { port } = await startProxy({ connect, resolver: () => Promise.resolve([publicAddress]) });
    const response = await sendRaw(
      port,
      `GET ${target} HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n`,
    );
    expect([400, 403]).toContain(statusOf(response));
    expect(asked).toEqual([]);
  });

  it.each([
    ['http:\\\\example.com\\', 'example.com'],
    ['http://example.com\\@127.0.0.1/', 'example.com'],
    ['http:/example.com/', 'example.com'],
    ['HTTP://example.com/', 'example.com'],
    ['http://example.com#@127.0.0.1/', 'example.com'],
  ])('for %j follow the URL standard or are rejected', async (target, host) => {
    const { connect, asked } = internet(
      await startHttp((request, response) => response.end(request.headers.host)),
    );
    const { port } = await startProxy({
      connect,
      resolver: (name) => Promise.resolve(name === host ? [publicAddress] : []),
    });
    const reply = await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    if (statusOf(reply) === 200) expect(reply.endsWith(host)).toBe(true);
    else expect(statusOf(reply)).toBe(400);
    expect(asked.every((address) => address === `${publicAddress} 80`)).toBe(true);
  });
});

describe('credentials', () => {
  it('are required by default, before any lookup', async () => {
    const { connect, asked } = internet(1);
    const resolved: string[] = [];
    const resolver = (name: string): Promise<string[]> => {
      resolved.push(name);
      return Promise.resolve([publicAddress]);
    };
    const { port, rejected } = await startProxy({ connect, resolver, requireCredentials: true });
    for (const lines of [
      [],
      ['Proxy-Authorization: Basic'],
      ['Proxy-Authorization: Basic ZWdyZXNzOng='],
      ['Proxy-Authorization: Bearer x'],
    ]) {
      for (const request of [
        absoluteGet('http://example.com/', ...lines),
        connectTo('example.com:443', ...lines),
      ]) {
        const response = await sendRaw(port, request);
        expect(statusOf(response)).toBe(407);
        expect(response).toContain('proxy-authenticate: Basic realm="egress"');
      }
    }
    expect([...asked, ...resolved, ...rejected]).toEqual([]);
  });

  it('admit their owner, and differ between proxies', async () => {
    const server = await startHttp((request, response) => response.end(JSON.stringify(request.headers)));
    const [one, other] = await Promise.all(
      [1, 2].map(() => startProxy({ allow: '127.0.0.1', requireCredentials: true })),
    );
    if (!one || !other) throw new Error('no proxies');
    const { username, password } = one.proxy.credentials;
    const line = `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const reply = await sendRaw(one.port, absoluteGet(`http://127.0.0.1:${server}/`, line));
    expect(statusOf(reply)).toBe(200);
    expect(reply).not.toContain('proxy-authorization');
    expect(await sendRaw(one.port, connectTo('127.0.0.1:2', line))).toContain('502');
    expect(statusOf(await sendRaw(other.port, absoluteGet(`http://127.0.0.1:${server}/`, line)))).toBe(407);
    expect(statusOf(await sendRaw(other.port, connectTo(`127.0.0.1:${server}`, line)))).toBe(407);
  });
});

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
