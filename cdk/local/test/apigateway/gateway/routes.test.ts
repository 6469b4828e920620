import { describe, expect, test } from 'vitest';
import { Routes } from '../../../src/apigateway/gateway/routes.ts';
import { openGateway, proxy, restApi } from './local-gateway.ts';

const routes = new Routes([
  proxy('GET', '/jobs'),
  proxy('POST', '/jobs'),
  proxy('GET', '/jobs/{id}'),
  proxy('GET', '/jobs/latest'),
  proxy('ANY', '/jobs/{id}/result'),
  proxy('GET', '/jobs/{id}/result'),
  proxy('GET', '/'),
  proxy('ANY', '/{proxy+}'),
]);

const find = (method: string, path: string) => {
  const match = routes.match(method, path);
  return match && [match.method.httpMethod, match.method.resourcePath, match.pathParameters];
};

test.each([
  ['GET', '/', 'GET', '/', {}],
  ['GET', '/jobs', 'GET', '/jobs', {}],
  ['GET', '/jobs/', 'GET', '/jobs', {}],
  ['GET', '/jobs/latest', 'GET', '/jobs/latest', {}],
  ['GET', '/jobs/a%2Fb', 'GET', '/jobs/{id}', { id: 'a/b' }],
  ['GET', '/jobs/latest/result', 'GET', '/jobs/{id}/result', { id: 'latest' }],
  ['PUT', '/jobs/1/result', 'ANY', '/jobs/{id}/result', { id: '1' }],
  ['DELETE', '/jobs', 'ANY', '/{proxy+}', { proxy: 'jobs' }],
  ['GET', '/else/where', 'ANY', '/{proxy+}', { proxy: 'else/where' }],
  ['GET', '/JOBS', 'ANY', '/{proxy+}', { proxy: 'JOBS' }],
])('%s %s is served by %s %s', (method, path, ...expected) => {
  expect(find(method, path)).toEqual(expected);
});

test('ANY means the seven methods that API Gateway knows', () => {
  expect(find('PROPFIND', '/else')).toBeUndefined();
});

describe('what has no route', () => {
  test('is 403 without a token', async () => {
    await using gateway = await openGateway(restApi({ methods: [proxy('GET', '/jobs')] }));
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['POST', '/jobs'],
      ['GET', '/v2/jobs'],
    ] as const) {
      const reply = await gateway.send(path, { method });
      expect(reply.statusCode).toBe(403);
      expect(JSON.parse(reply.text)).toEqual({ message: 'Missing Authentication Token' });
      expect(reply.headers['x-amzn-errortype']).toBe('MissingAuthenticationTokenException');
    }
  });

  test('is taken for a wrong AWS signature with a token', async () => {
    await using gateway = await openGateway(restApi({ methods: [] }));
    const reply = await gateway.send('/nothing', { headers: { Authorization: 'Bearer x' } });
    expect(reply.statusCode).toBe(403);
    expect(reply.headers['x-amzn-errortype']).toBe('IncompleteSignatureException');
  });
});
