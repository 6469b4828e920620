import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeyCommand,
  GetApiKeysCommand,
  GetRestApisCommand,
  GetUsagePlanCommand,
  GetUsagePlanKeyCommand,
  GetUsagePlanKeysCommand,
  GetUsagePlansCommand,
  paginateGetApiKeys,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiKeyStore } from '../../../src/apigateway/control-plane/api-key-store.ts';
import { startControlPlane } from '../../../src/apigateway/control-plane/server.ts';
import type { UsagePlan } from '../../../src/apigateway/gateway/rest-api.ts';
import type { LocalService } from '../../../src/service.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const plan = (id: string, coversStage = true): UsagePlan => ({
  id,
  name: `Plan ${id}`,
  coversStage,
  throttle: { rateLimit: 0.5, burstLimit: 10 },
  methodThrottles: new Map(),
});

let directory: string;
let keys: ApiKeyStore;
let service: LocalService;
let client: APIGatewayClient;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'api-keys-'));
  await open();
});

afterEach(async () => {
  await close();
  await rm(directory, { recursive: true });
});

async function open() {
  keys = new ApiKeyStore(directory);
  const usagePlans = new Map(
    [plan('free'), plan('pro'), plan('other', false)].map((each) => [each.id, each]),
  );
  const log = (line: string) => expect.fail(line);
  service = await startControlPlane({
    keys,
    usagePlans,
    apiId: 'api',
    stage: 'v1',
    port: 0,
    credentials,
    log,
  });
  client = connect(credentials);
}

async function close() {
  client.destroy();
  await service.stop();
  keys.close();
}

function connect(as: typeof credentials) {
  return new APIGatewayClient({
    endpoint: service.endpoint,
    region: 'us-east-1',
    credentials: as,
    maxAttempts: 1,
  });
}

const value = (last: string) => `${'v'.repeat(30)}${last}`;
const create = (more = {}) => client.send(new CreateApiKeyCommand({ enabled: true, ...more }));

describe('API keys', () => {
  test('a key is created, shown with its value only if asked, and found by the gateway at once', async () => {
    const created = await create({ name: 'one', description: 'first', value: value('a') });
    expect(created).toMatchObject({ name: 'one', description: 'first', value: value('a'), enabled: true });
    expect(created.createdDate).toBeInstanceOf(Date);
    const plain = await client.send(new GetApiKeyCommand({ apiKey: created.id }));
    expect(plain).toMatchObject({ id: created.id, name: 'one' });
    expect(plain.value).toBeUndefined();
    const full = await client.send(new GetApiKeyCommand({ apiKey: created.id, includeValue: true }));
    expect(full.value).toBe(value('a'));
    expect(keys.findByValue(value('a'))).toEqual({ id: created.id, enabled: true, usagePlanIds: [] });
  });

  test('without a value one is made, without "enabled" it is disabled', async () => {
    const created = await client.send(new CreateApiKeyCommand({}));
    expect(created.value).toMatch(/^[0-9a-zA-Z]{20,128}$/);
    expect(created.enabled).toBe(false);
  });

  test.each([
    ['too short', 'x'.repeat(19)],
    ['too long', 'x'.repeat(129)],
    ['not alphanumeric', `${'x'.repeat(25)}-`],
  ])('a value that is %s is rejected', async (_what, bad) => {
    await expect(create({ value: bad })).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  test('a value can be given once', async () => {
    await create({ value: value('a') });
    await expect(create({ value: value('a') })).rejects.toMatchObject({ name: 'ConflictException' });
  });

  test('keys are listed in pages and by the beginning of their names', async () => {
    for (const name of ['ab', 'abc', 'b']) await create({ name });
    const pages = [];
    for await (const page of paginateGetApiKeys({ client, pageSize: 2 }, { includeValues: true })) {
      pages.push(page.items?.length);
      expect(page.items?.every((key) => key.value)).toBe(true);
    }
    expect(pages).toEqual([2, 1]);
    const named = await client.send(new GetApiKeysCommand({ nameQuery: 'ab' }));
    expect(named.items?.map(({ name }) => name).toSorted()).toEqual(['ab', 'abc']);
  });

  test('a key is disabled, renamed and deleted', async () => {
    const { id: apiKey } = await create({ value: value('a') });
    const updated = await client.send(
      new UpdateApiKeyCommand({
        apiKey,
        patchOperations: [
          { op: 'replace', path: '/enabled', value: 'false' },
          { op: 'replace', path: '/name', value: 'new' },
        ],
      }),
    );
    expect(updated).toMatchObject({ enabled: false, name: 'new' });
    expect(keys.findByValue(value('a'))?.enabled).toBe(false);
    await client.send(new DeleteApiKeyCommand({ apiKey }));
    expect(keys.findByValue(value('a'))).toBeUndefined();
    await expect(client.send(new GetApiKeyCommand({ apiKey }))).rejects.toMatchObject({
      name: 'NotFoundException',
    });
  });

  test('what cannot be patched is rejected', async () => {
    const { id: apiKey } = await create();
    const patchOperations = [{ op: 'replace' as const, path: '/value', value: 'x' }];
    const update = client.send(new UpdateApiKeyCommand({ apiKey, patchOperations }));
    await expect(update).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  test('keys, their plans and their use survive a restart', async () => {
    const { id: keyId } = await create({ value: value('a') });
    await client.send(new CreateUsagePlanKeyCommand({ usagePlanId: 'free', keyId, keyType: 'API_KEY' }));
    expect(keys.countUse('free', keyId ?? '', 'DAY 1')).toBe(1);
    await close();
    await open();
    expect(keys.findByValue(value('a'))).toEqual({ id: keyId, enabled: true, usagePlanIds: ['free'] });
    expect(keys.countUse('free', keyId ?? '', 'DAY 1')).toBe(2);
    expect(keys.countUse('free', keyId ?? '', 'DAY 2')).toBe(1);
  });
});

describe('usage plans', () => {
  const join_ = (usagePlanId: string, keyId: string | undefined) =>
    client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' }));

  test('the plans of the template are shown', async () => {
    const { items } = await client.send(new GetUsagePlansCommand({}));
    expect(items?.map(({ id }) => id)).toEqual(['free', 'pro', 'other']);
    expect(await client.send(new GetUsagePlanCommand({ usagePlanId: 'free' }))).toMatchObject({
      name: 'Plan free',
      apiStages: [{ apiId: 'api', stage: 'v1' }],
      throttle: { rateLimit: 0.5, burstLimit: 10 },
    });
  });

  test('a key joins one plan per stage', async () => {
    const { id: keyId } = await create({ value: value('a') });
    expect(await join_('free', keyId)).toMatchObject({ id: keyId, type: 'API_KEY' });
    await expect(join_('free', keyId)).rejects.toMatchObject({ name: 'ConflictException' });
    await expect(join_('pro', keyId)).rejects.toMatchObject({ name: 'ConflictException' });
    await join_('other', keyId);
    expect(keys.findByValue(value('a'))?.usagePlanIds).toEqual(['free', 'other']);
    const { items } = await client.send(new GetUsagePlansCommand({ keyId }));
    expect(items?.map(({ id }) => id)).toEqual(['free', 'other']);
  });

  test('the keys of a plan are listed, found and removed', async () => {
    const { id: keyId } = await create({ name: 'one' });
    await join_('free', keyId);
    const { items } = await client.send(new GetUsagePlanKeysCommand({ usagePlanId: 'free' }));
    expect(items).toMatchObject([{ id: keyId, name: 'one' }]);
    await client.send(new GetUsagePlanKeyCommand({ usagePlanId: 'free', keyId }));
    await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: 'free', keyId }));
    const find = client.send(new GetUsagePlanKeyCommand({ usagePlanId: 'free', keyId }));
    await expect(find).rejects.toMatchObject({ name: 'NotFoundException' });
    await join_('pro', keyId);
  });

  test('an unknown plan or key is not found', async () => {
    const { id } = await create();
    await expect(join_('gone', id)).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(join_('free', 'gone')).rejects.toMatchObject({ name: 'NotFoundException' });
  });
});

describe('requests that are not served', () => {
  test('another secret, or none', async () => {
    const stranger = connect({ ...credentials, secretAccessKey: 'guess' });
    await expect(stranger.send(new GetApiKeysCommand({}))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    stranger.destroy();
    expect((await fetch(`${service.endpoint}/apikeys`)).status).toBe(403);
  });

  test('a body other than the one that was signed', async () => {
    client.middlewareStack.add(
      (next) => (args) => {
        const request = args.request as { body: string };
        request.body = request.body.replace('alice', 'carol');
        return next(args);
      },
      { step: 'deserialize', priority: 'low' },
    );
    await expect(create({ name: 'alice' })).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    expect(keys.list()).toEqual([]);
  });

  test('other operations of API Gateway', async () => {
    await expect(client.send(new GetRestApisCommand({}))).rejects.toThrow('not served locally');
  });
});
