import { afterEach, describe, expect, it } from 'vitest';
import { startCounting } from '../../../support/counting-proxy.ts';
import {
  closeAll,
  internet,
  publicAddress,
  sendRaw,
  startHttp,
  startProxy,
  statusOf,
} from '../../../support/egress.ts';

afterEach(closeAll);

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
