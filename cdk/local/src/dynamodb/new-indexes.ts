import { createRequire } from 'node:module';
import type {
  AttributeDefinition,
  AttributeValue,
  GlobalSecondaryIndex,
  TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { Database } from './database.ts';
import type { Table } from './tables.ts';

type Item = Record<string, AttributeValue>;

interface DynaliteDatabaseModule {
  /** What has to be written to indexes when an item takes the place of another. */
  getIndexActions: (
    indexes: GlobalSecondaryIndex[],
    existingItem: undefined,
    item: Item,
    table: TableDescription,
  ) => { puts: { index: string; key: string; item: unknown }[] };
}

const { getIndexActions } = createRequire(import.meta.url)('dynalite/db') as DynaliteDatabaseModule;

/**
 * Gives stored tables the indexes that the template has gained since, filled from their items. dynalite takes
 * such an `UpdateTable` and does nothing, so this writes what dynalite would have stored; for each table at once,
 * so that no index is ever left half-filled. Tables that do not exist yet are none of its business.
 */
export async function addNewIndexes(database: Database, tables: readonly Table[]): Promise<void> {
  const stored = await database.getMany(tables.map(({ name }) => tableKey(name)));
  for (const [position, table] of tables.entries()) {
    const description = stored[position] as TableDescription | undefined;
    if (description !== undefined) await addMissing(database, table, description);
  }
}

async function addMissing(database: Database, table: Table, stored: TableDescription): Promise<void> {
  const { GlobalSecondaryIndexes: existing = [], AttributeDefinitions: defined = [] } = stored;
  const missing = (table.globalSecondaryIndexes ?? []).filter(
    ({ IndexName }) => !existing.some((index) => index.IndexName === IndexName),
  );
  if (missing.length === 0) return;

  // A type that is stored holds: the keys of items were made with it.
  const added = table.attributeDefinitions.filter(
    ({ AttributeName }) => !defined.some((attribute) => attribute.AttributeName === AttributeName),
  );
  const updated: TableDescription = {
    ...stored,
    AttributeDefinitions: [...defined, ...added],
    GlobalSecondaryIndexes: [...existing, ...missing.map((index) => describe(index, stored))],
  };
  const entries: { type: 'put'; key: string; value: unknown }[] = [];
  for await (const item of database.values(itemsOf(table.name)) as AsyncIterable<Item>) {
    const indexes = missing.filter((index) => fits(item, index, updated.AttributeDefinitions ?? []));
    for (const put of getIndexActions(indexes, undefined, item, updated).puts) {
      entries.push({
        type: 'put',
        key: `index-global~${table.name}~${put.index}~${put.key}`,
        value: put.item,
      });
    }
  }
  await database.batch([...entries, { type: 'put', key: tableKey(table.name), value: updated }]);
}

const tableKey = (name: string) => `table~${name}`;

const itemsOf = (name: string) => ({ gte: `item-${name}~`, lt: `item-${name}~\xff` });

/** As dynalite describes an index when it has created a table. */
function describe(
  { IndexName, KeySchema, Projection }: GlobalSecondaryIndex,
  { TableArn }: TableDescription,
) {
  return {
    IndexName,
    KeySchema,
    Projection,
    IndexArn: `${TableArn ?? ''}/index/${IndexName ?? ''}`,
    IndexSizeBytes: 0,
    ItemCount: 0,
    IndexStatus: 'ACTIVE' as const,
    ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
  };
}

/** Items whose attributes have another type than the index's keys stay out of it, as in DynamoDB. */
function fits(item: Item, index: GlobalSecondaryIndex, definitions: readonly AttributeDefinition[]): boolean {
  return (index.KeySchema ?? []).every(({ AttributeName = '' }) => {
    const type = definitions.find((definition) => definition.AttributeName === AttributeName)?.AttributeType;
    const value: object | undefined = item[AttributeName];
    return value !== undefined && type !== undefined && Object.hasOwn(value, type);
  });
}
