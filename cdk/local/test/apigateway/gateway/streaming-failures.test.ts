import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { StreamFailure } from '../../../src/lambda/response-stream.ts';
import { openGateway } from './local-gateway.ts';
import { delimiter, head, pause, prelude, replyTo, streamed, streamingApi } from './streamed-response.ts';

const failure = new StreamFailure({ kind: 'error', errorType: 'Error', errorMessage: 'no such page' });

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
