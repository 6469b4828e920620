import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { onTestFinished } from 'vitest';

import { startDynamoDb, type Table } from '../../src/dynamodb/server.ts';

export const jobs: Table = {
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

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'local-dynamodb-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export async function start(directory: string, tables: Table[] = [jobs]) {
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

export const key = (id: string) => ({ pk: { S: id }, sk: { S: 'job' } });

export const put = (client: DynamoDBClient, id: string, attributes: PutItemCommand['input']['Item'] = {}) =>
  client.send(new PutItemCommand({ TableName: 'jobs', Item: { ...key(id), ...attributes } }));

export const ids = async (client: DynamoDBClient) =>
  (await client.send(new ScanCommand({ TableName: 'jobs' }))).Items?.map((item) => item['pk']?.S).sort();
