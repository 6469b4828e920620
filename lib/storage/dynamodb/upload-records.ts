import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { conditionHeld } from '../condition-held.ts';
import { limits } from '../../base/limits.ts';
import { firstIdAt } from '../../base/identifiers.ts';
import {
  type RecordChange,
  type UploadRecord,
  uploadRecord,
  type UploadRecords,
} from '../../files/upload-records.ts';

/** DynamoDB's limit of items in one call. */
const batchItems = 25;

/** Stores the announced uploads in the jobs table, under their owner. They sort by time. */
export class DynamoUploadRecords implements UploadRecords {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async create(owner: string, records: readonly UploadRecord[]): Promise<void> {
    const items = records.map((record) => itemOf(owner, record));
    const batches = Array.from({ length: Math.ceil(items.length / batchItems) }, (_, index) =>
      items.slice(index * batchItems, (index + 1) * batchItems),
    );
    await Promise.all(batches.map((batch) => this.#putBatch(batch)));
  }

  async #putBatch(items: readonly Record<string, unknown>[]): Promise<void> {
    const writes = items.map((Item) => ({ PutRequest: { Item } }));
    const { UnprocessedItems = {} } = await this.#client.send(
      new BatchWriteCommand({ RequestItems: { [this.#table]: writes } }),
    );
    // DynamoDB throttled these. The SDK repeats calls for single items.
    const unprocessed = UnprocessedItems[this.#table] ?? [];
    await Promise.all(
      unprocessed.map(({ PutRequest }) =>
        this.#client.send(new PutCommand({ TableName: this.#table, Item: PutRequest?.Item })),
      ),
    );
  }

  put(owner: string, record: UploadRecord): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: itemOf(owner, record),
          ConditionExpression: 'attribute_not_exists(deletedAt)',
        }),
      ),
    );
  }

  async renew(owner: string, id: string, announcedAt: number): Promise<RecordChange> {
    const changed = await conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: recordKey(owner, id),
          UpdateExpression: 'SET announcedAt = :at, #ttl = :ttl',
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':at': announcedAt, ':ttl': ttlAt(announcedAt) },
        }),
      ),
    );
    if (changed) return 'changed';
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: recordKey(owner, id), ConsistentRead: true }),
    );
    return Item ? 'deleted' : 'missing';
  }

  async markDeleted(owner: string, id: string, now: number): Promise<UploadRecord | undefined> {
    try {
      const { Attributes } = await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: recordKey(owner, id),
          UpdateExpression: 'SET deletedAt = if_not_exists(deletedAt, :now)',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':now': now },
          ReturnValues: 'ALL_OLD',
        }),
      );
      return uploadRecord.parse(Attributes);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }

  drop(owner: string, { id, announcedAt }: UploadRecord): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new DeleteCommand({
          TableName: this.#table,
          Key: recordKey(owner, id),
          ConditionExpression:
            'attribute_not_exists(pk) OR announcedAt = :at AND attribute_not_exists(deletedAt)',
          ExpressionAttributeValues: { ':at': announcedAt },
        }),
      ),
    );
  }

  async discard(owner: string, id: string): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: recordKey(owner, id) }));
  }

  async *list(owner: string, now: number, signal: AbortSignal): AsyncGenerator<UploadRecord> {
    const pages = paginateQuery(
      { client: this.#client },
      {
        TableName: this.#table,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: {
          ':pk': ownerKey(owner),
          ':first': `UPLOAD#${firstIdAt('upl', now - limits.fileSeconds * 1000 + 1)}`,
          ':last': 'UPLOAD#upl_~',
        },
      },
      { abortSignal: signal },
    );
    for await (const { Items = [] } of pages) for (const item of Items) yield uploadRecord.parse(item);
  }
}

const ttlAt = (announcedAt: number): number => Math.ceil(announcedAt / 1000) + limits.fileSeconds;

const itemOf = (owner: string, record: UploadRecord) => ({
  ...recordKey(owner, record.id),
  ...record,
  ttl: ttlAt(record.announcedAt),
});

const ownerKey = (owner: string): string => `OWNER#${owner}`;

const recordKey = (owner: string, id: string) => ({ pk: ownerKey(owner), sk: `UPLOAD#${id}` });
