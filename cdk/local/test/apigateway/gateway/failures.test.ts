import { connect } from 'node:net';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openGateway, proxy, restApi } from './local-gateway.ts';

describe('function failures', () => {
  test.each([
    [{ kind: 'error', errorType: 'TypeError', errorMessage: 'secret' }, 502, 'Internal server error'],
    [{ kind: 'throttled' }, 500, 'Internal server error'],
    [{ kind: 'too-large' }, 413, 'Request Too Long'],
  ] as const)('%j returns %i', async (outcome, statusCode, message) => {
    await using gateway = await openGateway(restApi(), { outcome });
    const reply = await gateway.send('/x');
    expect(reply.statusCode).toBe(statusCode);
    expect(JSON.parse(reply.text)).toEqual({ message });
    expect(reply.text).not.toContain('secret');
  });

  test('a function that takes too long returns 504', async () => {
    const integration = { ...proxy('GET', '/slow').integration, timeoutMilliseconds: 50 };
    const methods = [proxy('GET', '/slow', { integration: integration as never })];
    const { promise, resolve } = Promise.withResolvers<object>();
    await using gateway = await openGateway(restApi({ methods }), { it: () => promise });
    const reply = await gateway.send('/slow');
    resolve({});
    expect(reply.statusCode).toBe(504);
    expect(JSON.parse(reply.text)).toEqual({ message: 'Endpoint request timed out' });
  });
});

describe('limits', () => {
  const tenMegabytes = 10 * 1024 * 1024;

  test('an event over 6 MB is rejected although the body is under 10 MB', async () => {
    await using gateway = await openGateway(restApi());
    const fits = await gateway.send('/x', { method: 'POST', body: Buffer.alloc(4_700_000) });
    const large = await gateway.send('/x', { method: 'POST', body: Buffer.alloc(4_720_000) });
    expect([fits.statusCode, large.statusCode]).toEqual([200, 413]);
    expect(gateway.events).toHaveLength(1);
  });

  test('a body over 10 MB is rejected, and the client that sends it sees the response', async () => {
    await using gateway = await openGateway(restApi());
    for (const headers of [undefined, { 'Transfer-Encoding': 'chunked' }]) {
      const body = Buffer.alloc(tenMegabytes + 1);
      const reply = await gateway.send('/x', { method: 'POST', body, ...(headers && { headers }) });
      expect(reply.statusCode).toBe(413);
    }
    const viaFetch = await fetch(`${gateway.endpoint}/x`, { method: 'POST', body: Buffer.alloc(30_000_000) });
    expect(viaFetch.status).toBe(413);
    expect(gateway.events).toHaveLength(0);
  });

  test('a client that expects 100 Continue does not get it for too large a body', async () => {
    await using gateway = await openGateway(restApi());
    const ask = (length: number) =>
      new Promise<{ continued: boolean; statusCode: number | undefined }>((resolve, reject) => {
        let continued = false;
        const headers = { Expect: '100-continue', 'Content-Length': length };
        const request = httpRequest(
          { port: gateway.port, host: '127.0.0.1', path: '/x', method: 'POST', headers, agent: false },
          (response) => {
            resolve({ continued, statusCode: response.statusCode });
            request.destroy();
          },
        );
        request.on('continue', () => {
          continued = true;
          request.end(Buffer.alloc(length));
        });
        request.on('error', reject);
        request.flushHeaders();
      });
    expect(await ask(5)).toEqual({ continued: true, statusCode: 200 });
    expect(await ask(tenMegabytes + 1)).toEqual({ continued: false, statusCode: 413 });
  });

  test.each([
    [{ 'X-Large': 'a'.repeat(10_300) }, 431],
    [{ 'X-Large': 'a'.repeat(200_000) }, 431],
    [{ 'X-Fine': 'a'.repeat(9_000) }, 200],
  ])('header values over 10,240 bytes are rejected', async (headers, statusCode) => {
    await using gateway = await openGateway(restApi());
    expect((await gateway.send('/x', { headers })).statusCode).toBe(statusCode);
  });

  test('a URL over 10,240 characters is rejected', async () => {
    await using gateway = await openGateway(restApi());
    expect((await gateway.send(`/${'a'.repeat(10_300)}`)).statusCode).toBe(414);
  });
});

describe('what is no request', () => {
  test('bad percent-encoding in a path parameter returns 400', async () => {
    await using gateway = await openGateway(restApi());
    expect((await gateway.send('/%zz')).statusCode).toBe(400);
  });

  test('noise returns 400', async () => {
    await using gateway = await openGateway(restApi());
    const response = await new Promise<string>((resolve, reject) => {
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'));
      socket.on('data', (data) => resolve(data.toString()));
      socket.on('error', reject);
    });
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('a client that goes away does no harm', async () => {
  const { promise: invoked, resolve: nowInvoked } = Promise.withResolvers<undefined>();
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  let first = true;
  const it = async () => {
    if (!first) return { statusCode: 200, body: 'ok' };
    first = false;
    nowInvoked(undefined);
    await released;
    return { statusCode: 200, body: 'nobody reads this' };
  };
  await using gateway = await openGateway(restApi(), { it });
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'));
  await invoked;
  socket.destroy();
  release(undefined);
  expect((await gateway.send('/x')).text).toBe('ok');
});

test('stopping lets a running request finish', async () => {
  const { promise: invoked, resolve: nowInvoked } = Promise.withResolvers<undefined>();
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  const gateway = await openGateway(restApi(), {
    it: async () => {
      nowInvoked(undefined);
      await released;
      return { statusCode: 200, body: 'done' };
    },
  });
  const reply = fetch(`${gateway.endpoint}/x`);
  await invoked;
  const stopped = gateway.stop();
  release(undefined);
  expect(await (await reply).text()).toBe('done');
  await stopped;
  await expect(fetch(`${gateway.endpoint}/x`)).rejects.toThrow();
});
