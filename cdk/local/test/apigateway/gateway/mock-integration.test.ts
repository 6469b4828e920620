import { expect, test } from 'vitest';
import type { MockIntegration } from '../../../src/apigateway/gateway/rest-api.ts';
import { openGateway, proxy, restApi } from './local-gateway.ts';

const mock = (more: Partial<MockIntegration> = {}): MockIntegration => ({
  type: 'MOCK',
  passthroughBehavior: 'WHEN_NO_MATCH',
  convertsToText: false,
  requestTemplates: { 'application/json': '{ statusCode: 200 }' },
  responses: [
    {
      statusCode: 204,
      selectionPattern: undefined,
      headers: { 'Access-Control-Allow-Origin': "'*'", 'X-Id': 'context.requestId' },
      templates: {},
    },
  ],
  ...more,
});

async function reply(integration: MockIntegration, { headers = {}, binaryMediaTypes = [] as string[] } = {}) {
  const methods = [proxy('ANY', '/{proxy+}', { integration })];
  await using gateway = await openGateway(restApi({ methods, binaryMediaTypes }));
  return await gateway.send('/x', { method: 'OPTIONS', headers });
}

test('a preflight is answered as CDK writes it', async () => {
  const answer = await reply(mock());
  expect(answer.statusCode).toBe(204);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers['x-id']).toBe(answer.headers['x-amzn-requestid']);
});

test('the status code of the request template selects the response', async () => {
  const notFound = {
    statusCode: 404,
    selectionPattern: '4\\d{2}',
    headers: {},
    templates: { 'application/json': '{"id":"$context.requestId"}' },
  };
  const requestTemplates = { 'application/json': '{"statusCode": 404}' };
  const answer = await reply(mock({ requestTemplates, responses: [...mock().responses, notFound] }));
  expect(answer.statusCode).toBe(404);
  expect(JSON.parse(answer.text)).toEqual({ id: answer.headers['x-amzn-requestid'] });
});

test.each([
  ['WHEN_NO_MATCH', 500],
  ['WHEN_NO_TEMPLATES', 415],
  ['NEVER', 415],
] as const)(
  'a content type without a template is answered by %s',
  async (passthroughBehavior, statusCode) => {
    const answer = await reply(mock({ passthroughBehavior }), { headers: { 'Content-Type': 'text/plain' } });
    expect(answer.statusCode).toBe(statusCode);
  },
);

test('an API where everything is binary needs CONVERT_TO_TEXT, as in AWS', async () => {
  const binary = { binaryMediaTypes: ['*/*'] };
  expect((await reply(mock(), binary)).statusCode).toBe(500);
  expect((await reply(mock({ convertsToText: true }), binary)).statusCode).toBe(204);
});

test('no matching response is an error of the configuration', async () => {
  const responses = [{ statusCode: 200, selectionPattern: '201', headers: {}, templates: {} }];
  expect((await reply(mock({ responses }))).statusCode).toBe(500);
});
