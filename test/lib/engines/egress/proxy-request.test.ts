import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  absoluteGet,
  closeAll,
  internet,
  openRaw,
  publicAddress,
  receivedUntil,
  sendRaw,
  startHttp,
  startProxy,
  startTcp,
  statusOf,
} from '../../../support/egress.ts';

afterEach(closeAll);

/** A server that records its requests and responds with the path. */
async function startEcho(): Promise<{
  port: number;
  requests: (Pick<IncomingMessage, 'url' | 'method' | 'rawHeaders'> & { body: string })[];
}> {
  const requests: Awaited<ReturnType<typeof startEcho>>['requests'] = [];
  const port = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url, method, rawHeaders } = request;
      requests.push({ url, method, rawHeaders, body: Buffer.concat(chunks).toString() });
      response.end(`you asked for ${url}`);
    });
  });
  return { port, requests };
}

describe('a request through the proxy', () => {
  it('reaches an allowed host on loopback', async () => {
    const echo = await startEcho();
    const { port, proxy, rejected } = await startProxy({ allow: `127.0.0.1:${echo.port}` });
    const response = await sendRaw(port, absoluteGet(`http://127.0.0.1:${echo.port}/a?b=c`));
    expect(statusOf(response)).toBe(200);
    expect(response).toContain('you asked for /a?b=c');
    expect(rejected).toEqual([]);
    expect(proxy.bytes).toBeGreaterThan(50);
  });

  it('is handled locally for a served origin, and for no other', async () => {
    const asked: string[] = [];
    const { proxy, port, failed } = await startProxy({
      resolver: (host) => {
        asked.push(host);
        return Promise.reject(new Error('no such name'));
      },
    });
    proxy.serve('http://own.invalid', ({ url }, response) => response.end(`here is ${url}`));
    expect(await sendRaw(port, absoluteGet('http://own.invalid/a?b'))).toContain(
      'here is http://own.invalid/a?b',
    );
    for (const url of [
      'http://own.invalid:8080/',
      'http://other.own.invalid/',
      'http://own.invalid.example/',
    ]) {
      expect(await sendRaw(port, absoluteGet(url))).not.toContain('here is');
    }
    expect(asked).toEqual(['own.invalid', 'other.own.invalid', 'own.invalid.example']);
    expect(failed).toHaveLength(3);
  });

  it('is handled by a served origin only with the credentials of the proxy', async () => {
    const { proxy, port } = await startProxy({ requireCredentials: true });
    proxy.serve('http://own.invalid', (_, response) => response.end('here'));
    expect(statusOf(await sendRaw(port, absoluteGet('http://own.invalid/')))).toBe(407);
  });

  it('reaches a public host at the checked address', async () => {
    const echo = await startEcho();
    const { connect, asked } = internet(echo.port);
    const { port } = await startProxy({ connect, resolver: () => Promise.resolve([publicAddress]) });
    const response = await sendRaw(port, absoluteGet('http://example.com:8080/'));
    expect(statusOf(response)).toBe(200);
    expect(asked).toEqual([`${publicAddress} 8080`]);
    expect(echo.requests[0]?.rawHeaders).toEqual(['Host', 'example.com:8080', 'Connection', 'close']);
  });

  it('goes to the first address of a name that is rebound between check and use', async () => {
    const echo = await startEcho();
    const { connect, asked } = internet(echo.port);
    const responses = [[publicAddress], ['127.0.0.1'], ['127.0.0.1']];
    const { port } = await startProxy({ connect, resolver: () => Promise.resolve(responses.shift() ?? []) });
    expect(statusOf(await sendRaw(port, absoluteGet('http://rebind.example/')))).toBe(200);
    expect(asked).toEqual([`${publicAddress} 80`]);
    expect(responses).toHaveLength(2);
  });

  it('tries the next address when one does not accept', async () => {
    const echo = await startEcho();
    const closed = await startTcp(() => undefined);
    await closeAll();
    const alive = await startEcho();
    const asked: string[] = [];
    const { port } = await startProxy({
      resolver: () => Promise.resolve(['2606:4700::1', publicAddress]),
      connect: (address) => {
        asked.push(address);
        return internet(address === publicAddress ? alive.port : closed).connect(address, 80);
      },
    });
    expect(statusOf(await sendRaw(port, absoluteGet('http://example.com/')))).toBe(200);
    expect(asked).toEqual(['2606:4700::1', publicAddress]);
    expect(echo.requests).toEqual([]);
  });

  it.each([
    ['http://127.0.0.1/', 'address'],
    ['http://localhost/', 'address'],
    ['http://0x7f.1/', 'address'],
    ['http://2130706433/', 'address'],
    ['http://[::1]/', 'address'],
    ['http://[::ffff:169.254.169.254]/latest/meta-data/', 'address'],
    ['http://169.254.169.254/latest/meta-data/', 'address'],
    ['http://mixed.example/', 'address'],
    ['http://example.com:25/', 'port'],
    ['http://a_b..example/', 'host'],
    ['http://user:secret@example.com/', 'url'],
    ['https://example.com/', 'url'],
    ['ftp://example.com/', 'url'],
    ['file:///etc/passwd', 'url'],
  ])('to %s is rejected: %s', async (url, reason) => {
    const echo = await startEcho();
    const { connect, asked } = internet(echo.port);
    const { port, rejected, failed } = await startProxy({
      connect,
      resolver: (name) =>
        Promise.resolve(
          name === 'localhost'
            ? ['127.0.0.1']
            : [publicAddress, ...(name === 'mixed.example' ? ['10.0.0.1'] : [])],
        ),
    });
    const response = await sendRaw(port, absoluteGet(url));
    expect(statusOf(response)).toBe(403);
    expect(response.toLowerCase()).toContain(`\r\nx-egress-denied: ${reason}\r\n`);
    expect(rejected).toHaveLength(1);
    expect(rejected[0]).toMatch(new RegExp(`^${reason} `));
    expect(failed).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is rejected by its normalised URL, which the callback receives', async () => {
    const { port, rejected } = await startProxy();
    await sendRaw(port, absoluteGet('http://0x7f.1/a%20b?c#d'));
    expect(rejected).toEqual(['address http://127.0.0.1/a%20b?c#d']);
  });

  it('never reaches the proxy itself, even if that is allowed', async () => {
    const { port, rejected } = await startProxy({ allow: '127.0.0.0/8' });
    const response = await sendRaw(port, absoluteGet(`http://127.0.0.1:${port}/`));
    expect(statusOf(response)).toBe(403);
    expect(rejected).toEqual([`address http://127.0.0.1:${port}/`]);
  });

  it('to a name without an address gets 502 and is reported as unresolved', async () => {
    const { port, failed } = await startProxy({ resolver: () => Promise.reject(new Error('ENOTFOUND')) });
    const response = await sendRaw(port, absoluteGet('http://none.example/'));
    expect(statusOf(response)).toBe(502);
    expect(response.toLowerCase()).toContain('\r\nx-egress-failed: unresolved\r\n');
    expect(failed).toEqual(['unresolved http://none.example/']);
  });

  it('to a closed port gets 502 and is reported as refused', async () => {
    const unused = await startTcp(() => undefined);
    await closeAll();
    const { port, failed } = await startProxy({ allow: '127.0.0.1' });
    expect(statusOf(await sendRaw(port, absoluteGet(`http://127.0.0.1:${unused}/`)))).toBe(502);
    expect(failed).toEqual([`refused http://127.0.0.1:${unused}/`]);
  });

  it('loses hop-by-hop headers in both directions', async () => {
    let seen: string[] = [];
    const server = await startHttp((request, response) => {
      seen = request.rawHeaders;
      response.writeHead(200, [
        ...[
          'X-Egress-Denied',
          'address',
          'X-Egress-Failed',
          'timeout',
          'Proxy-Authenticate',
          'Basic',
          'Upgrade',
          'h2c',
        ],
        ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Hop', 'x', 'Connection', 'X-Hop'],
      ]);
      response.end('ok');
    });
    const { port } = await startProxy({ allow: '127.0.0.1' });
    const lines = [
      'Proxy-Connection: keep-alive',
      'Proxy-Authorization: Basic eDp5',
      'TE: trailers',
      'X-Mine: 1',
      'X-Kept: 2',
    ];
    const reply = await sendRaw(
      port,
      absoluteGet(`http://127.0.0.1:${server}/`, 'Connection: X-Mine', ...lines),
    );
    expect(seen).toEqual(['Host', `127.0.0.1:${server}`, 'X-Kept', '2', 'Connection', 'close']);
    expect(statusOf(reply)).toBe(200);
    expect(reply).toContain('Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n');
    expect(reply).not.toMatch(/x-egress|proxy-authenticate|upgrade|x-hop/i);
  });

  it.each([
    ['Content-Length: 5', 'hello'],
    ['Transfer-Encoding: chunked', '3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n'],
    ['Expect: 100-continue\r\nContent-Length: 5', 'hello'],
  ])('carries a body with %s, also for methods that usually have none', async (framing, body) => {
    const echo = await startEcho();
    const { port } = await startProxy({ allow: '127.0.0.1' });
    const url = `http://127.0.0.1:${echo.port}/`;
    for (const method of ['POST', 'PUT', 'DELETE', 'GET', 'OPTIONS']) {
      const response = await sendRaw(port, `${absoluteGet(url, framing).replace('GET', method)}${body}`);
      expect(response).toContain('you asked for /');
    }
    expect(echo.requests.map((request) => `${request.method} ${request.body}`)).toEqual([
      ...['POST hello', 'PUT hello', 'DELETE hello', 'GET hello', 'OPTIONS hello'],
    ]);
  });

  it('keeps the connection for the next request, which may go to another host', async () => {
    const [first, second] = await Promise.all([startEcho(), startEcho()]);
    const { port, rejected } = await startProxy({
      allow: `127.0.0.1:${first.port},127.0.0.1:${second.port}`,
    });
    const client = await openRaw(port);
    for (const [url, expected] of [
      [`http://127.0.0.1:${first.port}/1`, 'you asked for /1'],
      [`http://127.0.0.1:${second.port}/2`, 'you asked for /2'],
    ] as const) {
      client.write(`GET ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`);
      expect(await receivedUntil(client, expected)).toContain('200 OK');
    }
    client.write(absoluteGet(`http://127.0.0.1:${first.port + 1}/`));
    expect(await receivedUntil(client, '403')).toContain('x-egress-denied: address');
    expect(rejected).toHaveLength(1);
  });

  it('gets a response without a body for HEAD, 204 and 304', async () => {
    const server = await startHttp((request, response) => {
      response.writeHead(request.url === '/204' ? 204 : request.url === '/304' ? 304 : 200, { etag: '"x"' });
      response.end(request.method === 'HEAD' ? undefined : '');
    });
    const { port } = await startProxy({ allow: '127.0.0.1' });
    const url = `http://127.0.0.1:${server}`;
    expect(statusOf(await sendRaw(port, absoluteGet(url).replace('GET', 'HEAD')))).toBe(200);
    expect(statusOf(await sendRaw(port, absoluteGet(`${url}/204`)))).toBe(204);
    expect(await sendRaw(port, absoluteGet(`${url}/304`))).toMatch(/^HTTP\/1\.1 304 .*\r\netag: "x"\r\n/s);
  });

  it('for a WebSocket is handled as a plain request: WebSockets go through CONNECT', async () => {
    const echo = await startEcho();
    const { port } = await startProxy({ allow: '127.0.0.1' });
    const lines = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
    ];
    const response = await sendRaw(port, absoluteGet(`http://127.0.0.1:${echo.port}/`, ...lines));
    expect(statusOf(response)).toBe(200);
    expect(echo.requests[0]?.rawHeaders).not.toContain('websocket');
  });
});
