import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';

import { startDynamoDb, type Table } from '../../src/dynamodb/server.ts';

const jobs: Table = {
  name: 'jobs',
  keySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  attributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'owner', AttributeType: 'S' },
  ],
  globalSecondaryIndexes: [
    {
      IndexName: 'by-owner',
      KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  ttlAttribute: 'expiresAt',
};

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'local-dynamodb-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function start(directory: string, tables: Table[] = [jobs]) {
  const log: string[] = [];
  const service = await startDynamoDb({ directory, port: 0, tables, log: (line) => log.push(line) });
  const client = new DynamoDBClient({
    endpoint: service.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    maxAttempts: 1,
  });
  const stop = () => service.stop();
  onTestFinished(stop);
  onTestFinished(() => client.destroy());
  return { endpoint: service.endpoint, client, stop, log };
}

const key = (id: string) => ({ pk: { S: id }, sk: { S: 'job' } });

const put = (client: DynamoDBClient, id: string, attributes: PutItemCommand['input']['Item'] = {}) =>
  client.send(new PutItemCommand({ TableName: 'jobs', Item: { ...key(id), ...attributes } }));

const ids = async (client: DynamoDBClient) =>
  (await client.send(new ScanCommand({ TableName: 'jobs' }))).Items?.map((item) => item['pk']?.S).sort();

describe('tables', () => {
  it('are active when the service has started, indexes included', async () => {
    const { client } = await start(await temporaryDirectory(), [jobs, { ...jobs, name: 'keys' }]);
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual(['jobs', 'keys']);
    await put(client, 'a', { owner: { S: 'ann' } });
    await put(client, 'b', { owner: { S: 'bob' } });
    const { Items } = await client.send(
      new QueryCommand({
        TableName: 'jobs',
        IndexName: 'by-owner',
        KeyConditionExpression: '#owner = :owner',
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': { S: 'bob' } },
      }),
    );
    expect(Items).toEqual([{ ...key('b'), owner: { S: 'bob' } }]);
  });

  it('keep their items over a restart, and new ones are added', async () => {
    const directory = await temporaryDirectory();
    const first = await start(directory);
    await put(first.client, 'a');
    await first.stop();
    const second = await start(directory, [jobs, { ...jobs, name: 'keys' }]);
    expect(await ids(second.client)).toEqual(['a']);
    expect((await second.client.send(new ListTablesCommand({}))).TableNames).toEqual(['jobs', 'keys']);
  });

  it('get indexes that are new, with the items that they already had', async () => {
    const directory = await temporaryDirectory();
    const first = await start(directory);
    await put(first.client, 'early', { openState: { S: 'queued' }, dueAt: { N: '90' } });
    await put(first.client, 'late', { openState: { S: 'queued' }, dueAt: { N: '1000' } });
    await put(first.client, 'ended', { dueAt: { N: '1' } });
    await put(first.client, 'of another type', { openState: { S: 'queued' }, dueAt: { S: '90' } });
    await first.stop();

    const more: Table = {
      ...jobs,
      attributeDefinitions: [
        ...jobs.attributeDefinitions,
        { AttributeName: 'openState', AttributeType: 'S' },
        { AttributeName: 'dueAt', AttributeType: 'N' },
      ],
      globalSecondaryIndexes: [
        ...(jobs.globalSecondaryIndexes ?? []),
        {
          IndexName: 'open',
          KeySchema: [
            { AttributeName: 'openState', KeyType: 'HASH' },
            { AttributeName: 'dueAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    };
    const queued = async (client: DynamoDBClient) => {
      const { Items } = await client.send(
        new QueryCommand({
          TableName: 'jobs',
          IndexName: 'open',
          KeyConditionExpression: 'openState = :state AND dueAt < :time',
          ExpressionAttributeValues: { ':state': { S: 'queued' }, ':time': { N: '2000' } },
        }),
      );
      return Items?.map((item) => item['pk']?.S);
    };
    const second = await start(directory, [more]);
    expect(await queued(second.client)).toEqual(['early', 'late']);
    await put(second.client, 'new', { openState: { S: 'queued' }, dueAt: { N: '95' } });
    await put(second.client, 'late', { openState: { S: 'running' }, dueAt: { N: '1000' } });
    await second.client.send(
      new UpdateItemCommand({ TableName: 'jobs', Key: key('early'), UpdateExpression: 'REMOVE openState' }),
    );
    expect(await queued(second.client)).toEqual(['new']);
    expect(await ids(second.client)).toEqual(['early', 'ended', 'late', 'new', 'of another type']);
    await second.stop();
    // Like an index that was there from the beginning.
    expect(await queued((await start(directory, [more])).client)).toEqual(['new']);
  });

  it('are rejected with a way out when the stored ones have another key or another index', async () => {
    const directory = await temporaryDirectory();
    const { stop } = await start(directory);
    await stop();
    const otherKey = { ...jobs, keySchema: jobs.keySchema.slice(0, 1) };
    await expect(start(directory, [otherKey])).rejects.toThrow(
      /jobs has another key .* npm start -- --fresh/,
    );
    const [byOwner] = jobs.globalSecondaryIndexes ?? [];
    const Projection = { ProjectionType: 'KEYS_ONLY' } as const;
    const otherIndex = { ...jobs, globalSecondaryIndexes: [{ ...byOwner, Projection }] } as Table;
    await expect(start(directory, [otherIndex])).rejects.toThrow(/by-owner .* is not as in .*--fresh/);
    // The failed starts let go of the folder.
    await start(directory);
  });

  it('are not served on a port that is taken, and the folder stays free', async () => {
    const { endpoint } = await start(await temporaryDirectory());
    const directory = await temporaryDirectory();
    const port = Number(new URL(endpoint).port);
    const log = () => undefined;
    await expect(startDynamoDb({ directory, port, tables: [jobs], log })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await start(directory);
  });

  it('are rejected while another service has the folder open', async () => {
    const directory = await temporaryDirectory();
    const first = await start(directory);
    await expect(start(directory)).rejects.toThrow(/in use by another process/);
    await put(first.client, 'still works');
  });
});

describe('operations', () => {
  it('admits exactly ten of fifty concurrent increments of a counter that is limited to ten', async () => {
    const { client } = await start(await temporaryDirectory());
    const increment = () =>
      client.send(
        new UpdateItemCommand({
          TableName: 'jobs',
          Key: key('counter'),
          UpdateExpression: 'ADD c :one',
          ConditionExpression: 'attribute_not_exists(c) OR c < :limit',
          ExpressionAttributeValues: { ':one': { N: '1' }, ':limit': { N: '10' } },
        }),
      );
    const results = await Promise.allSettled(Array.from({ length: 50 }, increment));
    const rejected = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(rejected).toHaveLength(40);
    expect(rejected.every(({ reason }) => reason instanceof ConditionalCheckFailedException)).toBe(true);
    const { Item } = await client.send(new GetItemCommand({ TableName: 'jobs', Key: key('counter') }));
    expect(Item?.['c']).toEqual({ N: '10' });
  });

  it('that dynalite lacks are rejected by name', async () => {
    const { client } = await start(await temporaryDirectory());
    await expect(client.send(new TransactWriteItemsCommand({ TransactItems: [] }))).rejects.toMatchObject({
      name: 'UnknownOperationException',
      message: 'TransactWriteItems is not part of the local run (dynalite).',
    });
    await expect(
      client.send(
        new PutItemCommand({
          TableName: 'jobs',
          Item: key('a'),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    ).rejects.toThrow('ReturnValuesOnConditionCheckFailure is not part of the local run');
  });

  it('go on after a client that broke off in the middle of its request', async () => {
    const { client, endpoint } = await start(await temporaryDirectory());
    const { port } = new URL(endpoint);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: 100\r\n\r\n{',
    );
    await sleep(50);
    socket.resetAndDestroy();
    await sleep(50);
    await put(client, 'a');
    expect(await ids(client)).toEqual(['a']);
  });

  it('are answered before a stop, which leaves nothing half-done', async () => {
    const directory = await temporaryDirectory();
    const { client, stop } = await start(directory);
    const puts = Array.from({ length: 30 }, (_, index) => put(client, `${index}`));
    await Promise.race(puts);
    await stop();
    const done = (await Promise.allSettled(puts)).filter(({ status }) => status === 'fulfilled').length;
    const { client: later } = await start(directory);
    expect((await ids(later))?.length).toBeGreaterThanOrEqual(done);
  });

  it('are kept when the process is killed', async () => {
    const directory = await temporaryDirectory();
    const program = `
      import { startDynamoDb } from 'local-stack/dynamodb';
      const [directory, tables] = process.argv.slice(1);
      const { endpoint } = await startDynamoDb({ directory, port: 0, tables: JSON.parse(tables), log: console.error });
      console.log(endpoint);`;
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', program, directory, JSON.stringify([jobs])],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await exited;
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const client = new DynamoDBClient({
      endpoint: line.toString().trim(),
      region: 'us-east-1',
      credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
    });
    await put(client, 'kept');
    child.kill('SIGKILL');
    await exited;
    client.destroy();
    const { client: later } = await start(directory);
    expect(await ids(later)).toEqual(['kept']);
  });
});

describe('time to live', () => {
  it('deletes expired items at the start, and no others', async () => {
    const directory = await temporaryDirectory();
    const first = await start(directory);
    const seconds = Math.floor(Date.now() / 1000);
    await put(first.client, 'expired', { expiresAt: { N: `${seconds - 10}` } });
    await put(first.client, 'later', { expiresAt: { N: `${seconds + 600}` } });
    await put(first.client, 'text', { expiresAt: { S: `${seconds - 10}` } });
    await put(first.client, 'milliseconds', { expiresAt: { N: `${seconds * 1000}` } });
    await put(first.client, 'six years', { expiresAt: { N: `${seconds - 6 * 365 * 86_400}` } });
    await put(first.client, 'without');
    expect(await ids(first.client)).toHaveLength(6);
    await first.stop();
    const second = await start(directory);
    await expect
      .poll(() => ids(second.client))
      .toEqual(['later', 'milliseconds', 'six years', 'text', 'without']);
    expect(second.log).toEqual([]);
  });
});
