import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { planNames } from '../../auth/plans.ts';

const keyRecord = z.object({
  /** SHA-256 of the key, hex; the table's partition key, the value in API Gateway and the usage identifier. */
  hash: z.string(),
  /** `key_…`; stays the same when the key is rotated, and owns everything made with it. */
  keyId: z.string(),
  plan: z.enum(planNames),
  name: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
  expiresAt: z.string().optional(),
  /** The id of the key's twin in API Gateway, from the moment it exists. */
  gatewayKeyId: z.string().optional(),
});

/** A stored API key; the key itself is stored nowhere. Times are ISO 8601 UTC. */
export type KeyRecord = z.output<typeof keyRecord>;

/** Whether the key of `record` may be used at `now`. */
export function isUsable(record: KeyRecord, now: Date): boolean {
  return record.revokedAt === undefined && (!record.expiresAt || new Date(record.expiresAt) > now);
}

/** What the authorizer needs of the key table. */
export interface KeyReader {
  find(hash: string): Promise<KeyRecord | undefined>;
}

/** Keys in a DynamoDB table with the string partition key `hash`. */
export class DynamoKeyStore implements KeyReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async find(hash: string): Promise<KeyRecord | undefined> {
    // A consistent read, so that a key works as soon as it has been shown.
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { hash }, ConsistentRead: true }),
    );
    return Item && keyRecord.parse(Item);
  }

  /** Stores a new key; rejects when its hash is there already. */
  async add(record: KeyRecord): Promise<void> {
    await this.#client.send(
      new PutCommand({
        TableName: this.#table,
        Item: record,
        ConditionExpression: 'attribute_not_exists(#hash)',
        ExpressionAttributeNames: { '#hash': 'hash' },
      }),
    );
  }

  async setGatewayKey(hash: string, gatewayKeyId: string): Promise<void> {
    await this.#set(hash, 'gatewayKeyId', gatewayKeyId);
  }

  /** Takes effect when the authorizer's cached answers end, within a minute. */
  async revoke(hash: string, at: Date): Promise<void> {
    await this.#set(hash, 'revokedAt', at.toISOString());
  }

  /** All keys, revoked ones too, in no order. Reads the whole table: at most some thousand small items. */
  async list(): Promise<KeyRecord[]> {
    const records: KeyRecord[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await this.#client.send(
        new ScanCommand({ TableName: this.#table, ConsistentRead: true, ExclusiveStartKey: start }),
      );
      records.push(...(page.Items ?? []).map((item) => keyRecord.parse(item)));
      start = page.LastEvaluatedKey;
    } while (start);
    return records;
  }

  async #set(hash: string, attribute: string, value: string): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: { hash },
        UpdateExpression: 'SET #a = :v',
        ConditionExpression: 'attribute_exists(#hash)',
        ExpressionAttributeNames: { '#a': attribute, '#hash': 'hash' },
        ExpressionAttributeValues: { ':v': value },
      }),
    );
  }
}
