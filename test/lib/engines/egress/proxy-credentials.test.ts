import { afterEach, describe, expect, it } from 'vitest';
import {
  absoluteGet,
  closeAll,
  connectTo,
  internet,
  publicAddress,
  sendRaw,
  startHttp,
  startProxy,
  statusOf,
} from '../../../support/egress.ts';

afterEach(closeAll);

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
