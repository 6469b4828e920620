import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { StreamFailure } from '../../../src/lambda/response-stream.ts';
import type { Method } from '../../../src/apigateway/gateway/rest-api.ts';
import { authorizer, openGateway, restApi, type SendOptions } from './local-gateway.ts';
import { prelude, streamed, streamingApi } from './streamed-response.ts';

const failure = new StreamFailure({ kind: 'error', errorType: 'Error', errorMessage: 'no such page' });

const pause = (milliseconds: number) => () => sleep(milliseconds);
const delimiter = '\0'.repeat(8);

/** The response of a gateway whose function streams these chunks. */
async function replyTo(chunks: Parameters<typeof streamed>, options: SendOptions = {}) {
  const { outcome, left } = streamed(...chunks);
  await using gateway = await openGateway(streamingApi(), { stream: () => outcome });
  const reply = await gateway.send('/x', options);
  return { ...reply, log: gateway.log, left: left() };
}

/** The head of a response; its body can be read. */
async function head(port: number): Promise<IncomingMessage> {
  const sent = request({ port, path: '/x', agent: false })
    // A reset after the head is an error of the response too.
    .on('error', () => undefined)
    .end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

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

test.each([
  ['ends without a delimiter', ['{"statusCode":200}']],
  ['is empty', []],
  ['has its delimiter after 16 KB', [`${'{}'.padEnd(16_377)}${delimiter}`]],
  ['has metadata that are not JSON', ['{statusCode}\0\0\0\0\0\0\0\0']],
  ['has metadata that are not an object', ['[]\0\0\0\0\0\0\0\0']],
  ['has unknown metadata', [prelude({ statusCode: 200, body: 'x' })]],
  ['has no valid status', [prelude({ statusCode: 99 })]],
  ['has cookies that are not a list', [prelude({ cookies: 'a=b' })]],
  ['has a header that splits the response', [prelude({ headers: { a: 'b\r\nc: d' } })]],
  ['has two lengths', [prelude({ multiValueHeaders: { 'content-length': ['1', '2'] } })]],
  ['has a length that is none', [prelude({ headers: { 'content-length': '-1' } })]],
])('a response that %s becomes a 500, and the log says why', async (_what, chunks) => {
  const reply = await replyTo(chunks);
  expect(reply.statusCode).toBe(500);
  expect(JSON.parse(reply.text)).toEqual({ message: 'Internal server error' });
  expect(reply.log.join()).toContain('malformed');
  expect(reply.left).toBe(true);
});

test('metadata may take all of the 16 KB', async () => {
  const reply = await replyTo([`${'{}'.padEnd(16_376)}${delimiter}`, 'body']);
  expect([reply.statusCode, reply.text]).toEqual([200, 'body']);
});

test('the response of a handler that does not stream is malformed', async () => {
  const outcome = { kind: 'response', payload: '{"statusCode":200}' } as const;
  await using gateway = await openGateway(streamingApi(), { stream: () => outcome });
  expect((await gateway.send('/x')).statusCode).toBe(500);
});

describe('a failure before the response begins is a gateway response', () => {
  test.each([
    ['of the function', { kind: 'error', errorType: 'Error', errorMessage: 'no' } as const, 502],
    ['of the stream', streamed(failure).outcome, 502],
    ['of the stream within its metadata', streamed('{"status', failure).outcome, 502],
    ['for lack of an environment', { kind: 'throttled' } as const, 500],
    ['for the size of the event', { kind: 'too-large' } as const, 413],
  ])('%s', async (_what, outcome, statusCode) => {
    const gatewayResponses = new Map([
      ['DEFAULT_5XX', { statusCode: undefined, headers: { 'X-Own': "'yes'" }, templates: {} }],
    ]);
    await using gateway = await openGateway(streamingApi({ gatewayResponses }), { stream: () => outcome });
    const reply = await gateway.send('/x');
    expect([reply.statusCode, reply.headers['x-own']]).toEqual([
      statusCode,
      statusCode < 500 ? undefined : 'yes',
    ]);
  });

  test.each([
    ['the integration timeout', streamingApi({}, { timeoutMilliseconds: 100 })],
    ['the idle timeout', streamingApi({ streamIdleMilliseconds: 100 })],
  ])('%s, after which the function finishes', async (_what, api) => {
    const { outcome, left } = streamed('{', pause(200), prelude().slice(1), 'body');
    await using gateway = await openGateway(api, { stream: () => outcome });
    const reply = await gateway.send('/x');
    expect([reply.statusCode, reply.headers['x-amzn-errortype']]).toEqual([
      504,
      'InternalServerErrorException',
    ]);
    await expect.poll(left).toBe(true);
  });
});

describe('a failure after the head resets the connection', () => {
  const never = () => new Promise<never>(() => undefined);
  test.each([
    ['of the function', streamingApi(), () => [prelude(), 'begin', pause(50), failure]],
    ['before the first byte of the body', streamingApi(), () => [prelude(), pause(50), failure]],
    ['by the integration timeout', streamingApi({}, { timeoutMilliseconds: 100 }), () => [prelude(), never]],
    ['by the idle timeout', streamingApi({ streamIdleMilliseconds: 100 }), () => [prelude(), never]],
    [
      'for fewer bytes than the length says',
      streamingApi(),
      () => [prelude({ headers: { 'Content-Length': '9' } }), 'begin'],
    ],
    [
      'for more bytes than the length says',
      streamingApi(),
      () => [prelude({ headers: { 'Content-Length': '2' } }), 'begin'],
    ],
  ])('%s', async (_what, api, chunks) => {
    const { outcome } = streamed(...chunks());
    await using gateway = await openGateway(api, { stream: () => outcome });
    const response = await head(gateway.port);
    expect(response.statusCode).toBe(200);
    response.resume();
    const [error] = (await once(response, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
    expect(response.complete).toBe(false);
    await expect.poll(() => gateway.log.join()).toContain('the response broke off');
  });

  test('which fetch reports too', async () => {
    const { outcome } = streamed(prelude(), 'begin', pause(50), failure);
    await using gateway = await openGateway(streamingApi(), { stream: () => outcome });
    const response = await fetch(`${gateway.endpoint}/x`);
    await expect(response.text()).rejects.toThrow();
  });

  test('bytes that keep coming refresh the idle timeout', async () => {
    const chunks = Array.from({ length: 6 }, () => [pause(100), 'x']).flat();
    const { outcome } = streamed(prelude(), ...chunks);
    await using gateway = await openGateway(streamingApi({ streamIdleMilliseconds: 400 }), {
      stream: () => outcome,
    });
    expect((await gateway.send('/x')).text).toBe('xxxxxx');
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
