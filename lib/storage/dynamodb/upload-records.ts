import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { conditionHeld } from '../condition-held.ts';
import { limits } from '../../base/limits.ts';
import { firstIdAt } from '../../base/identifiers.ts';

const uploadRecord = z.object({
  id: z.string(),
  /** Bytes that the upload counts for. */
  size: z.int(),
  /** Epoch milliseconds of the last announcement; a repeated one has a new form. */
  announcedAt: z.number(),
  /** Epoch milliseconds. */
  deletedAt: z.number().optional(),
});

/** An upload that was announced, posted or not. */
export type UploadRecord = z.output<typeof uploadRecord>;

/** The outcome of a change to a record. */
export type RecordChange = 'changed' | 'deleted' | 'missing';

/** The announced uploads in the jobs table, under their owner. They sort by time. */
export class UploadRecords {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Stores a record, also in place of an earlier one. Returns false when the upload was deleted. */
  put(owner: string, record: UploadRecord): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { ...recordKey(owner, record.id), ...record, ttl: ttlAt(record.announcedAt) },
          ConditionExpression: 'attribute_not_exists(deletedAt)',
        }),
      ),
    );
  }

  /** Notes that an upload got a new form. */
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

  /** Marks an upload as deleted. Returns the record as it was before, undefined when there is none. */
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

  /** Removes a record whose form has ended unused. Returns false when it has changed meanwhile. */
  drop(owner: string, { id, announcedAt }: UploadRecord): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new DeleteCommand({
          TableName: this.#table,
          Key: recordKey(owner, id),
          ConditionExpression:
            'attribute_not_exists(pk) OR (announcedAt = :at AND attribute_not_exists(deletedAt))',
          ExpressionAttributeValues: { ':at': announcedAt },
        }),
      ),
    );
  }

  /** Removes the record of an upload that no client knows. */
  async discard(owner: string, id: string): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: recordKey(owner, id) }));
  }

  /** The records of the uploads that have not expired by `now`, deleted ones included, oldest first. */
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

const ownerKey = (owner: string): string => `OWNER#${owner}`;

const recordKey = (owner: string, id: string) => ({ pk: ownerKey(owner), sk: `UPLOAD#${id}` });
