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

async function respond(
  integration: MockIntegration,
  { headers = {}, binaryMediaTypes = [] as string[] } = {},
) {
  const methods = [proxy('ANY', '/{proxy+}', { integration })];
  await using gateway = await openGateway(restApi({ methods, binaryMediaTypes }));
  return await gateway.send('/x', { method: 'OPTIONS', headers });
}

test('a preflight gets the response that CDK writes', async () => {
  const response = await respond(mock());
  expect(response.statusCode).toBe(204);
  expect(response.headers['access-control-allow-origin']).toBe('*');
  expect(response.headers['x-id']).toBe(response.headers['x-amzn-requestid']);
});

test('the status code of the request template selects the response', async () => {
  const notFound = {
    statusCode: 404,
    selectionPattern: '4\\d{2}',
    headers: {},
    templates: { 'application/json': '{"id":"$context.requestId"}' },
  };
  const requestTemplates = { 'application/json': '{"statusCode": 404}' };
  const response = await respond(mock({ requestTemplates, responses: [...mock().responses, notFound] }));
  expect(response.statusCode).toBe(404);
  expect(JSON.parse(response.text)).toEqual({ id: response.headers['x-amzn-requestid'] });
});

test.each([
  ['WHEN_NO_MATCH', 500],
  ['WHEN_NO_TEMPLATES', 415],
  ['NEVER', 415],
] as const)('a content type without a template is handled by %s', async (passthroughBehavior, statusCode) => {
  const response = await respond(mock({ passthroughBehavior }), {
    headers: { 'Content-Type': 'text/plain' },
  });
  expect(response.statusCode).toBe(statusCode);
});

test('an API where everything is binary needs CONVERT_TO_TEXT, as in AWS', async () => {
  const binary = { binaryMediaTypes: ['*/*'] };
  expect((await respond(mock(), binary)).statusCode).toBe(500);
  expect((await respond(mock({ convertsToText: true }), binary)).statusCode).toBe(204);
});

test('no matching response is an error of the configuration', async () => {
  const responses = [{ statusCode: 200, selectionPattern: '201', headers: {}, templates: {} }];
  expect((await respond(mock({ responses }))).statusCode).toBe(500);
});
