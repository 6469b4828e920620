import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { keyRecord, type KeyRecord, type KeyStore } from '../../auth/key-record.ts';

/** Stores keys in a DynamoDB table with the string partition key `hash`. */
export class DynamoKeyStore implements KeyStore {
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

  /** Stores a new key. Rejects when its hash exists. */
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

  /** Takes effect when the authorizer's cached responses expire, within a minute. */
  async revoke(hash: string, at: Date): Promise<void> {
    await this.#set(hash, 'revokedAt', at.toISOString());
  }

  /**
   * Returns all keys, including revoked ones, in no particular order. Reads the whole table: at most some thousand
   * small items.
   */
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
