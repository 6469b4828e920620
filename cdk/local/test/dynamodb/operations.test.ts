import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';

import { ids, jobs, key, put, start, temporaryDirectory } from './jobs-table.ts';

/** The bytes of all files in a folder from which LevelDB removes files in the background. */
const bytesIn = (folder: string): number =>
  readdirSync(folder)
    .map((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);

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

  it('keep no file that queries have read and writes have replaced', async () => {
    const directory = await temporaryDirectory();
    const { client } = await start(directory);
    for (let round = 0; round < 100; round += 1) {
      // Not compressible.
      await put(client, 'a', { text: { S: randomBytes(290_000).toString('base64') } });
      await client.send(
        new QueryCommand({
          TableName: 'jobs',
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': { S: 'a' } },
        }),
      );
    }
    // All versions of the item have 38 MB. LevelDB merges its files once it has four of 4 MB.
    await expect.poll(() => bytesIn(join(directory, 'dynalite'))).toBeLessThan(25_000_000);
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

  it('are completed before a stop, which leaves nothing half-done', async () => {
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
