import { describe, expect, test } from 'vitest';
import type { GatewayResponseDefinition } from '../../../src/apigateway/gateway/rest-api.ts';
import {
  checkSubstitutions,
  chooseTemplate,
  mapped,
  substitute,
} from '../../../src/apigateway/gateway/substitution.ts';
import { authorizer, openGateway, proxy, restApi } from './local-gateway.ts';

const definition = (more: Partial<GatewayResponseDefinition>): GatewayResponseDefinition => ({
  statusCode: undefined,
  headers: {},
  templates: {},
  ...more,
});

async function errorOf(responses: Record<string, GatewayResponseDefinition>, headers = {}) {
  const methods = [proxy('GET', '/jobs', { authorizer })];
  await using gateway = await openGateway(
    restApi({ methods, gatewayResponses: new Map(Object.entries(responses)) }),
  );
  return await gateway.send('/v1/jobs', { headers });
}

test('without a definition, AWS has its own', async () => {
  const reply = await errorOf({});
  expect(reply.statusCode).toBe(401);
  expect(reply.text).toBe('{"message":"Unauthorized"}');
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json',
    'x-amzn-errortype': 'UnauthorizedException',
  });
});

test('a definition sets status, headers and body', async () => {
  const reply = await errorOf(
    {
      UNAUTHORIZED: definition({
        statusCode: 418,
        headers: {
          'WWW-Authenticate': '\'Bearer realm="x"\'',
          'X-Request-Id': 'context.requestId',
          'X-Origin': 'method.request.header.Origin',
          'X-Absent': 'method.request.header.Nothing',
        },
        templates: {
          'application/json':
            '{"id":"$context.requestId","m":$context.error.messageString,"t":"${context.error.responseType}","p":"$context.path"}',
        },
      }),
    },
    { Origin: 'http://site.example' },
  );
  expect(reply.statusCode).toBe(418);
  expect(reply.headers).toMatchObject({
    'www-authenticate': 'Bearer realm="x"',
    'x-origin': 'http://site.example',
    'x-request-id': reply.headers['x-amzn-requestid'],
  });
  expect(reply.headers).not.toHaveProperty('x-absent');
  expect(JSON.parse(reply.text)).toEqual({
    id: reply.headers['x-amzn-requestid'],
    m: 'Unauthorized',
    t: 'UNAUTHORIZED',
    p: '/v1/jobs',
  });
});

test('DEFAULT_4XX serves the types that have no definition, with their own status unless it has one', async () => {
  const templates = { 'application/json': 'fallback' };
  const own = await errorOf({ DEFAULT_4XX: definition({ templates }) });
  expect([own.statusCode, own.text]).toEqual([401, 'fallback']);
  const fixed = await errorOf({ DEFAULT_4XX: definition({ templates, statusCode: 400 }) });
  expect(fixed.statusCode).toBe(400);
  const other = await errorOf({ DEFAULT_5XX: definition({ templates }) });
  expect(other.text).toBe('{"message":"Unauthorized"}');
});

test('DEFAULT_5XX serves what a function does wrong', async () => {
  const gatewayResponses = new Map([
    ['DEFAULT_5XX', definition({ statusCode: 500, templates: { 'application/json': 'ours' } })],
  ]);
  await using gateway = await openGateway(restApi({ gatewayResponses }), { it: () => 'not json' });
  const reply = await gateway.send('/x');
  expect([reply.statusCode, reply.text]).toEqual([500, 'ours']);
});

describe('templates', () => {
  const templates = { 'application/json': 'json', 'application/problem+json': 'problem' };

  test.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/problem+json', 'problem'],
    ['text/html, application/problem+json;q=0.9', 'problem'],
    ['text/html', 'json'],
  ])('Accept %j chooses %j', (accept, template) => {
    expect(chooseTemplate(templates, accept)?.template).toBe(template);
  });

  test('the first template serves where none is JSON', () => {
    expect(chooseTemplate({ 'text/plain': 'text' }, 'image/png')?.contentType).toBe('text/plain');
    expect(chooseTemplate({}, undefined)).toBeUndefined();
  });

  test('a Content-Type among the headers counts before that of the template', async () => {
    const headers = { 'Content-Type': "'application/problem+json'" };
    const reply = await errorOf({
      UNAUTHORIZED: definition({ headers, templates: { 'application/json': '{}' } }),
    });
    expect(reply.headers['content-type']).toBe('application/problem+json');
  });

  test('variables without a value become nothing, other text stays', () => {
    const variables = (name: string) => (name === 'context.stage' ? 'v1' : undefined);
    expect(substitute('{"a":"$context.stage","b":"$context.gone"}$5 ${x}', variables)).toBe(
      '{"a":"v1","b":""}$5 ${x}',
    );
    expect(mapped("'it''s'", variables)).toBe("it''s");
    expect(mapped('context.gone', variables)).toBeUndefined();
  });

  test.each(['#set($x = 1)', '$input.body', '$util.escapeJavaScript("x")', '#if(true)x#end'])(
    'Velocity is rejected at the start: %s',
    (template) => {
      expect(() => checkSubstitutions(template, 'It')).toThrow('not served locally');
    },
  );
});
