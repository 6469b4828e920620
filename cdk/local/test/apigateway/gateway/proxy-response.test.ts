import { describe, expect, test } from 'vitest';
import { openGateway, restApi } from './local-gateway.ts';

async function replyTo(result: unknown, options: object = {}, api: object = {}) {
  await using gateway = await openGateway(restApi(api), { it: () => result });
  const reply = await gateway.send('/x', options);
  return { ...reply, log: gateway.log };
}

describe('what functions may return', () => {
  test('status, headers and body go out', async () => {
    const reply = await replyTo({
      statusCode: 201,
      headers: { 'X-One': 'a', 'Content-Type': 'text/plain', 'X-Flag': true },
      multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'], 'x-one': ['a', 'c'] },
      body: 'hello ü',
    });
    expect(reply.statusCode).toBe(201);
    expect(reply.text).toBe('hello ü');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain',
      'set-cookie': ['a=1', 'b=2'],
      'x-one': 'a, c',
      'x-flag': 'true',
      'content-length': '8',
    });
    expect(reply.headers['x-amzn-requestid']).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers['x-amz-apigw-id']).toBeTruthy();
    expect(reply.headers['x-amzn-trace-id']).toMatch(/^Root=1-/);
  });

  test('without headers it is JSON, without a status 200', async () => {
    const reply = await replyTo({ body: '{}' });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json');
  });

  test('headers that the gateway owns are renamed', async () => {
    const reply = await replyTo({
      statusCode: 401,
      headers: {
        'WWW-Authenticate': 'Bearer',
        Server: 'mine',
        'Content-Length': '999',
        'Transfer-Encoding': 'x',
      },
      body: 'no',
    });
    expect(reply.headers).toMatchObject({
      'x-amzn-remapped-www-authenticate': 'Bearer',
      'x-amzn-remapped-server': 'mine',
      'x-amzn-remapped-content-length': '999',
      'content-length': '2',
    });
    expect(reply.headers).not.toHaveProperty('www-authenticate');
    expect(reply.headers).not.toHaveProperty('transfer-encoding');
  });

  test.each([204, 304])('%i has neither body nor length', async (statusCode) => {
    const reply = await replyTo({ statusCode, body: 'ignored' });
    expect(reply.statusCode).toBe(statusCode);
    expect(reply.body).toHaveLength(0);
    expect(reply.headers).not.toHaveProperty('content-length');
  });

  test('HEAD gets the headers alone', async () => {
    const reply = await replyTo({ statusCode: 200, body: 'hello' }, { method: 'HEAD' });
    expect(reply.headers['content-length']).toBe('5');
    expect(reply.body).toHaveLength(0);
  });
});

describe('binary bodies', () => {
  const bytes = Buffer.from('%PDF-ÿ\0', 'latin1');
  const result = {
    statusCode: 200,
    headers: { 'Content-Type': 'application/pdf' },
    body: bytes.toString('base64'),
    isBase64Encoded: true,
  };

  test('are decoded for everybody if everything is binary', async () => {
    for (const Accept of ['', 'text/html', '*/*']) {
      expect((await replyTo(result, { headers: { Accept } })).body).toEqual(bytes);
    }
  });

  test('are decoded by the first type of Accept alone otherwise', async () => {
    const api = { binaryMediaTypes: ['application/pdf'] };
    const first = await replyTo(result, { headers: { Accept: 'application/pdf;q=0.5, text/html' } }, api);
    expect(first.body).toEqual(bytes);
    const second = await replyTo(result, { headers: { Accept: 'text/html, application/pdf' } }, api);
    expect(second.text).toBe(bytes.toString('base64'));
  });

  test('that are not base64 are an error of the function', async () => {
    const reply = await replyTo({ ...result, body: 'not base64!' });
    expect(reply.statusCode).toBe(500);
    expect(reply.log.join()).toContain('not base64');
  });
});

test.each([
  ['text that is not JSON', 'oops'],
  ['null', null],
  ['a list', []],
  ['an unknown member', { statusCode: 200, cookies: [] }],
  ['a body that is not text', { statusCode: 200, body: { a: 1 } }],
  ['a status that is no number', { statusCode: 'ok' }],
  ['a status that ends nothing', { statusCode: 101 }],
  ['a header that is not text', { statusCode: 200, headers: { 'X-Size': 5 } }],
  ['a header that splits the response', { statusCode: 200, headers: { 'X-A': 'b\r\nSet-Cookie: c' } }],
  ['a header that cannot be one', { statusCode: 200, headers: { 'X A': 'b' } }],
  ['isBase64Encoded as text', { statusCode: 200, isBase64Encoded: 'true' }],
  ['multiValueHeaders without lists', { statusCode: 200, multiValueHeaders: { a: 'b' } }],
])('%s returns 502, and the log says why', async (_what, result) => {
  const reply = await replyTo(result);
  expect(reply.statusCode).toBe(502);
  expect(JSON.parse(reply.text)).toEqual({ message: 'Internal server error' });
  expect(reply.log.join()).toContain('not a proxy response');
});
