import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import type { Method } from '../../../src/apigateway/gateway/rest-api.ts';
import { authorizer, openGateway, restApi } from './local-gateway.ts';
import { head, pause, prelude, replyTo, streamed, streamingApi } from './streamed-response.ts';

describe('a streamed response', () => {
  it('has the status and the headers of its metadata', async () => {
    const metadata = {
      statusCode: 201,
      headers: { 'X-One': 'a', 'Content-Type': 'text/plain', Server: 'mine' },
      multiValueHeaders: { 'X-Two': ['b', 'c'], 'x-one': ['a'] },
      cookies: ['d=1; Secure', 'e=2'],
    };
    const reply = await replyTo([prelude(metadata), 'hello ', 'ü']);
    expect([reply.statusCode, reply.text]).toEqual([201, 'hello ü']);
    expect(reply.headers).toMatchObject({
      'x-one': 'a',
      'x-two': 'b, c',
      'content-type': 'text/plain',
      'set-cookie': ['d=1; Secure', 'e=2'],
      'x-amzn-remapped-server': 'mine',
      'transfer-encoding': 'chunked',
    });
    expect(reply.headers).not.toHaveProperty('content-length');
    expect(reply.headers['x-amzn-requestid']).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers['x-amzn-trace-id']).toMatch(/^Root=1-/);
  });

  it('needs no metadata but an object', async () => {
    const reply = await replyTo([prelude({}), '{}']);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json']);
  });

  it('keeps the Content-Length of the function', async () => {
    const reply = await replyTo([prelude({ headers: { 'Content-Length': '4' } }), 'four']);
    expect(reply.headers).toMatchObject({ 'content-length': '4' });
    expect(reply.headers).not.toHaveProperty('transfer-encoding');
    expect(reply.text).toBe('four');
  });

  it('may arrive in chunks of any size, also within its delimiter', async () => {
    const whole = `${prelude({ statusCode: 202 })}\0\0body`;
    const reply = await replyTo(whole.split(''));
    expect([reply.statusCode, reply.text]).toEqual([202, '\0\0body']);
  });

  it('is bytes, whatever the media types of the API', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { outcome } = streamed(prelude(), bytes);
    await using gateway = await openGateway(streamingApi({ binaryMediaTypes: [] }), {
      stream: () => outcome,
    });
    expect((await gateway.send('/x')).body).toEqual(bytes);
  });

  it('is sent as it arrives, its head first', async () => {
    const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const { outcome } = streamed(
      prelude({ statusCode: 203 }),
      () => first.promise,
      'one',
      () => second.promise,
      'two',
    );
    await using gateway = await openGateway(streamingApi(), { stream: () => outcome });
    const response = await head(gateway.port);
    expect(response.statusCode).toBe(203);
    first.resolve(undefined);
    expect(String(await once(response, 'data'))).toBe('one');
    second.resolve(undefined);
    expect(String(await once(response, 'data'))).toBe('two');
  });

  it('may be longer than 10 MB', async () => {
    const megabyte = Buffer.alloc(2 ** 20, 1);
    const reply = await replyTo([prelude(), ...Array.from({ length: 12 }, () => megabyte)]);
    expect(reply.body).toHaveLength(12 * 2 ** 20);
  });

  it.each([
    ['HEAD', 'HEAD', 200],
    ['204', 'GET', 204],
    ['304', 'GET', 304],
  ])('of %s has no body, and the function finishes', async (_what, method, statusCode) => {
    const reply = await replyTo([prelude({ statusCode }), 'body'], { method });
    expect([reply.statusCode, reply.text, reply.left]).toEqual([statusCode, '', true]);
  });

  it('is readable with fetch', async () => {
    const { outcome } = streamed(prelude({ headers: { 'X-A': 'b' } }), 'one', pause(20), 'two');
    await using gateway = await openGateway(streamingApi(), { stream: () => outcome });
    const response = await fetch(`${gateway.endpoint}/x`);
    expect([response.headers.get('x-a'), await response.text()]).toEqual(['b', 'onetwo']);
  });

  it('is logged with its status and duration', async () => {
    const { outcome } = streamed(prelude({ statusCode: 418 }), pause(50), 'x');
    await using gateway = await openGateway(streamingApi(), { stream: () => outcome }, { verbose: true });
    await gateway.send('/x');
    await expect.poll(() => gateway.log.join()).toMatch(/^GET \/x 418 [5-9]\d|\d{3,} ms$/);
  });
});

describe('the client', () => {
  it('may disconnect: the function finishes, and the gateway serves others', async () => {
    const gone = Promise.withResolvers<undefined>();
    const { outcome, left } = streamed(prelude(), 'begin', () => gone.promise, 'more', 'and more');
    await using gateway = await openGateway(streamingApi(), { stream: () => outcome });
    const response = await head(gateway.port);
    response.on('error', () => undefined).destroy();
    await sleep(50);
    gone.resolve(undefined);
    await expect.poll(left).toBe(true);
    expect(gateway.log).toEqual([]);
    expect((await gateway.send('/x')).statusCode).toBe(200);
  });

  it('makes the function wait while it does not read', async () => {
    let made = 0;
    const { outcome } = streamed(prelude());
    const megabyte = Buffer.alloc(2 ** 20);
    const first = outcome.stream;
    const stream = {
      ...first,
      async *[Symbol.asyncIterator]() {
        yield* first;
        for (; made < 100; made += 1) yield megabyte;
      },
    };
    await using gateway = await openGateway(streamingApi(), { stream: () => ({ kind: 'stream', stream }) });
    const response = await head(gateway.port);
    await sleep(300);
    expect(made).toBeLessThan(20);
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) length += chunk.length;
    expect(length).toBe(100 * 2 ** 20);
  });
});

test('the bandwidth is limited after a burst if a limit is set', async () => {
  const { outcome } = streamed(prelude(), Buffer.alloc(40_000), Buffer.alloc(10_000), Buffer.alloc(10_000));
  const bandwidth = { burstBytes: 40_000, bytesPerSecond: 50_000 };
  await using gateway = await openGateway(streamingApi(), { stream: () => outcome }, { bandwidth });
  const startedAt = performance.now();
  expect((await gateway.send('/x')).body).toHaveLength(60_000);
  expect(performance.now() - startedAt).toBeGreaterThan(390);
});

test('a method that streams is authorized like any other', async () => {
  const { outcome } = streamed(prelude(), 'x');
  const [method] = streamingApi().methods as [Method];
  const api = streamingApi({ methods: [{ ...method, authorizer }] });
  await using gateway = await openGateway(api, {
    stream: () => outcome,
    authorizer: ({ authorizationToken, methodArn }) => ({
      principalId: 'me',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Action: 'execute-api:Invoke',
            Effect: authorizationToken === 'good' ? 'Allow' : 'Deny',
            Resource: methodArn,
          },
        ],
      },
    }),
  });
  const statusFor = async (headers: Record<string, string>) =>
    (await gateway.send('/x', { headers })).statusCode;
  expect(await statusFor({})).toBe(401);
  expect(await statusFor({ Authorization: 'bad' })).toBe(403);
  expect(await statusFor({ Authorization: 'good' })).toBe(200);
  expect(gateway.events).toMatchObject([{ requestContext: { authorizer: { principalId: 'me' } } }]);
});

test('a method that buffers sends only the head of a streamed response', async () => {
  const payload = Buffer.from(`${prelude({ statusCode: 201, headers: { 'X-A': 'b' } })}body`);
  await using gateway = await openGateway(restApi(), { outcome: { kind: 'response', payload } });
  const reply = await gateway.send('/x');
  expect([reply.statusCode, reply.headers['x-a'], reply.text]).toEqual([201, 'b', '']);
});

test('a method that buffers invokes the other operation', async () => {
  await using gateway = await openGateway(restApi());
  expect((await gateway.send('/x')).text).toBe('ok');
});
