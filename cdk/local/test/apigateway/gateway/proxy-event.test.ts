import { expect, test } from 'vitest';
import { openGateway, proxy, restApi, type ProxyEvent } from './local-gateway.ts';

const methods = [proxy('GET', '/jobs/{id}'), proxy('ANY', '/files/{proxy+}'), proxy('ANY', '/')];

async function eventOf(path: string, options: object = {}, api: object = {}): Promise<ProxyEvent> {
  await using gateway = await openGateway(restApi({ methods, ...api }));
  await gateway.send(path, options);
  const [event] = gateway.events;
  if (!event) throw new Error('The function was not invoked.');
  return event;
}

test('an event says what was asked for', async () => {
  const event = await eventOf('/v1/jobs/a%20b?x=1&x=2&y=%2F&z');
  expect(event).toMatchObject({
    resource: '/jobs/{id}',
    path: '/jobs/a%20b',
    httpMethod: 'GET',
    pathParameters: { id: 'a b' },
    queryStringParameters: { x: '2', y: '/', z: '' },
    multiValueQueryStringParameters: { x: ['1', '2'], y: ['/'], z: [''] },
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
  });
  expect(event.requestContext).toMatchObject({
    resourcePath: '/jobs/{id}',
    httpMethod: 'GET',
    path: '/v1/jobs/a%20b',
    stage: 'v1',
    apiId: 'api',
    accountId: '000000000000',
    protocol: 'HTTP/1.1',
    identity: { sourceIp: '127.0.0.1', userAgent: null },
  });
  expect(event.requestContext['requestTime']).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
});

test('a path without the stage is one of a custom domain', async () => {
  const event = await eventOf('/jobs/1');
  expect(event['path']).toBe('/jobs/1');
  expect(event.requestContext['path']).toBe('/jobs/1');
});

test('the stage alone is its root, and a longer name is not the stage', async () => {
  expect((await eventOf('/v1'))['path']).toBe('/');
  expect((await eventOf('/v10/x', {}, { methods: [proxy('ANY', '/{proxy+}')] }))['path']).toBe('/v10/x');
});

test('a greedy parameter takes the rest of the path', async () => {
  const event = await eventOf('/v1/files/a/b%2Fc/');
  expect(event['pathParameters']).toEqual({ proxy: 'a/b/c' });
  expect(event['path']).toBe('/files/a/b%2Fc/');
});

test('where the API is reached comes from the gateway, never from the client', async () => {
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Port': '443',
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Host': 'evil.example',
  };
  await using gateway = await openGateway(restApi({ methods }));
  await gateway.send('/jobs/1', { headers });
  const [event] = gateway.events;
  const address = `127.0.0.1:${gateway.port}`;
  expect(event?.requestContext['domainName']).toBe(address);
  expect(event?.headers).toMatchObject({
    Host: address,
    'X-Forwarded-Proto': 'http',
    'X-Forwarded-Port': String(gateway.port),
    'X-Forwarded-For': '203.0.113.9, 127.0.0.1',
  });
});

test('headers keep their spelling and their values, those of the connection are dropped', async () => {
  const event = await eventOf('/jobs/1', {
    headers: { 'X-Custom': ['a', 'b'], authorization: 'Bearer x', te: 'trailers', 'Content-Length': '0' },
  });
  expect(event.multiValueHeaders['X-Custom']).toEqual(['a', 'b']);
  expect(event.headers['X-Custom']).toBe('b');
  expect(event.headers['Authorization']).toBe('Bearer x');
  const names = Object.keys(event.headers).map((name) => name.toLowerCase());
  expect(names).not.toContain('te');
  expect(names).not.toContain('content-length');
  expect(names).not.toContain('connection');
});

test('a trace is begun, or kept if the client is in one', async () => {
  expect((await eventOf('/jobs/1')).headers['X-Amzn-Trace-Id']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
  const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
  const kept = await eventOf('/jobs/1', { headers: { 'x-amzn-trace-id': trace } });
  expect(kept.headers['X-Amzn-Trace-Id']).toBe(trace);
});

test('a hostile trace header costs no time', async () => {
  const started = performance.now();
  await eventOf('/jobs/1', { headers: { 'x-amzn-trace-id': 'a=aaaa'.repeat(1000) } });
  expect(performance.now() - started).toBeLessThan(5000);
});

const post = { method: 'POST', headers: { 'Content-Type': 'text/plain' } };

test('bodies of binary media types arrive as base64, others as text', async () => {
  const bytes = Buffer.from([0, 255, 34, 92, 10]);
  const binary = await eventOf('/files/x', { ...post, body: bytes });
  expect(binary.isBase64Encoded).toBe(true);
  expect(Buffer.from(binary.body ?? '', 'base64')).toEqual(bytes);

  const text = await eventOf(
    '/files/x',
    { ...post, body: 'a "quoted"\n ü' },
    { binaryMediaTypes: ['image/*'] },
  );
  expect(text).toMatchObject({ isBase64Encoded: false, body: 'a "quoted"\n ü' });
  const image = { ...post, headers: { 'Content-Type': 'image/png; x=y' }, body: 'x' };
  expect((await eventOf('/files/x', image, { binaryMediaTypes: ['image/*'] })).isBase64Encoded).toBe(true);
});

test('names that objects have anyway are only names', async () => {
  const event = await eventOf('/jobs/1?__proto__=a&constructor=b', { headers: { __proto__x: '1' } });
  const query = event['queryStringParameters'] as object;
  expect(Object.entries(query)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('stage variables are handed on', async () => {
  const stage = { name: 'v1', variables: { color: 'blue' }, throttling: [] };
  expect((await eventOf('/jobs/1', {}, { stage }))['stageVariables']).toEqual({ color: 'blue' });
});
