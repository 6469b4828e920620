import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  CreateTableCommand,
  DescribeTableCommand,
  ResourceNotFoundException,
  type AttributeDefinition,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type GlobalSecondaryIndexDescription,
  type KeySchemaElement,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';

/** A table, with the settings of its `AWS::DynamoDB::Table` resource. */
export interface Table {
  name: string;
  keySchema: KeySchemaElement[];
  attributeDefinitions: AttributeDefinition[];
  globalSecondaryIndexes?: GlobalSecondaryIndex[];
  /** Number attribute with the time, in seconds since the epoch, after which an item is deleted. */
  ttlAttribute?: string;
}

/**
 * Creates the tables that are missing and waits until all are active.
 *
 * @throws Error when a stored table has other keys, or an index that is not the template's: dynalite cannot change
 *   that in place
 */
export async function ensureTables(client: DynamoDBClient, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    const stored = await describe(client, table.name);
    if (stored === undefined) await create(client, table);
    else assertSameShape(table, stored);
  }
  for (const { name } of tables) await untilActive(client, name);
}

async function create(client: DynamoDBClient, table: Table): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: table.name,
      KeySchema: table.keySchema,
      AttributeDefinitions: table.attributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
      ...(table.globalSecondaryIndexes && {
        GlobalSecondaryIndexes: table.globalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
          IndexName,
          KeySchema,
          Projection,
        })),
      }),
    }),
  );
}

function assertSameShape(table: Table, stored: TableDescription): void {
  const remedy = 'Start with an empty state: npm start -- --fresh';
  if (!isDeepStrictEqual(keys(table.keySchema), keys(stored.KeySchema))) {
    throw new Error(`The stored table ${table.name} has another key than the template. ${remedy}`);
  }
  for (const index of table.globalSecondaryIndexes ?? []) {
    const existing = stored.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.IndexName);
    const same = isDeepStrictEqual(shapeOf(index), existing && shapeOf(existing));
    if (!same) {
      throw new Error(
        `Index ${index.IndexName ?? ''} of the stored table ${table.name} is not as in the template. ${remedy}`,
      );
    }
  }
}

function shapeOf({ KeySchema, Projection }: GlobalSecondaryIndexDescription) {
  return {
    keys: keys(KeySchema),
    projection: Projection?.ProjectionType,
    attributes: Projection?.NonKeyAttributes?.toSorted() ?? [],
  };
}

function keys(schema: readonly KeySchemaElement[] | undefined): string[] {
  return (schema ?? []).map(({ AttributeName, KeyType }) => `${KeyType ?? ''} ${AttributeName ?? ''}`).sort();
}

async function untilActive(client: DynamoDBClient, name: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!isActive(await describe(client, name))) {
    // A process that was killed while it created a table leaves it in the state CREATING for good.
    if (Date.now() > deadline) {
      throw new Error(`Table ${name} was left half-made. Start with an empty state: npm start -- --fresh`);
    }
    await sleep(5);
  }
}

function isActive(table: TableDescription | undefined): boolean {
  const indexes = table?.GlobalSecondaryIndexes ?? [];
  return table?.TableStatus === 'ACTIVE' && indexes.every(({ IndexStatus }) => IndexStatus === 'ACTIVE');
}

async function describe(client: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
