import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StackAccount } from './account.ts';

const member = (id: string, type: string, physicalId: string): string =>
  `<member><LogicalResourceId>${id}</LogicalResourceId><ResourceType>${type}</ResourceType>` +
  `<PhysicalResourceId>${physicalId}</PhysicalResourceId></member>`;

const resources = `<ListStackResourcesResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
  <ListStackResourcesResult><StackResourceSummaries>
    ${member('HttpApi', 'AWS::ApiGateway::RestApi', 'api1')}
    ${member('RendererFunction24E7B192', 'AWS::Lambda::Function', 'renderer-1')}
  </StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`;

const methods = {
  POST: { methodIntegration: { type: 'AWS_PROXY', timeoutInMillis: 69_000, responseTransferMode: 'STREAM' } },
  OPTIONS: { methodIntegration: { type: 'MOCK', timeoutInMillis: 29_000 } },
};

/** The responses of AWS's APIs, by path or action. */
const responses: Readonly<Record<string, unknown>> = {
  '/restapis/api1/resources': { item: [{ path: '/api/pdf/merge', resourceMethods: methods }] },
  '/usageplans/plan1': {
    apiStages: [{ apiId: 'api1', throttle: { '/api/pdf/merge/POST': { rateLimit: 1.67, burstLimit: 100 } } }],
  },
  '/2015-03-31/functions/renderer-1/configuration': { LoggingConfig: { LogGroup: 'Renderer-Logs' } },
  'Logs_20140328.FilterLogEvents': { events: [{ message: 'Chromium is ready\n' }] },
};

async function responseTo(request: IncomingMessage): Promise<string> {
  if ((await text(request)).includes('ListStackResources')) return resources;
  const action = request.headers['x-amz-target'];
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  return JSON.stringify(responses[typeof action === 'string' ? action : pathname] ?? {});
}

const server = createServer((request, response) => {
  void responseTo(request).then((body) => response.end(body));
});
let account: StackAccount;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  account = await StackAccount.open('FileConversion', { endpoint, region: 'eu-central-1', credentials });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it('reads the integrations that call functions', async () => {
  expect(await account.integrations()).toEqual([
    { route: 'POST /api/pdf/merge', streams: true, timeout: 69 },
  ]);
});

it('reads the rates of a usage plan', async () => {
  const { ofPlan, ofMethods } = await account.rates('plan1');
  expect(ofPlan).toBeUndefined();
  expect([...ofMethods]).toEqual([['/api/pdf/merge/POST', 1.67]]);
});

it('reads the log group of a function', async () => {
  const logs = await account.logs();
  expect(await logs.lines('renderer', 'Chromium is ready', 0)).toEqual(['Chromium is ready']);
  expect(await logs.lines('sweep', 'Chromium is ready', 0)).toEqual([]);
});
