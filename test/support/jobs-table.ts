import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJobsIndex } from '#lib/storage/dynamodb/open-jobs-index.ts';
import { ownerJobsIndex } from '#lib/storage/dynamodb/owner-jobs-index.ts';
import { startDynamoDb } from 'local-stack/dynamodb';

const index = (name: string, hash: string, range: string) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ],
  Projection: { ProjectionType: 'ALL' as const },
});

/** A separate jobs table with the schema of the stack, in the DynamoDB of the local run. */
export async function startJobsTable(): Promise<{
  documents: DynamoDBDocumentClient;
  table: string;
  stop: () => Promise<void>;
}> {
  const directory = mkdtempSync(join(tmpdir(), 'jobs-table-'));
  const table = 'Jobs';
  const service = await startDynamoDb({
    directory,
    port: 0,
    tables: [
      {
        name: table,
        keySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        attributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
          { AttributeName: 'openState', AttributeType: 'S' },
          { AttributeName: 'dueAt', AttributeType: 'N' },
          { AttributeName: 'owner', AttributeType: 'S' },
          { AttributeName: 'createdAt', AttributeType: 'S' },
        ],
        globalSecondaryIndexes: [
          index(openJobsIndex, 'openState', 'dueAt'),
          index(ownerJobsIndex, 'owner', 'createdAt'),
        ],
      },
    ],
    log: () => undefined,
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: service.endpoint, region: 'us-east-1', credentials }),
    { marshallOptions: { removeUndefinedValues: true } },
  );
  return {
    documents,
    table,
    stop: async () => {
      documents.destroy();
      await service.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
