import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListTablesCommand, QueryCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';

import { startDynamoDb, type Table } from '../../src/dynamodb/server.ts';
import { ids, jobs, key, put, start, temporaryDirectory } from './jobs-table.ts';

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
