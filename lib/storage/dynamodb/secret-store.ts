import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { SecretReader } from '../../webhooks/secret-reader.ts';

/** The format that `KeyAdmin` writes: 32 bytes in base64. */
const secretItem = z.object({ webhookSecret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/) });

/** Secrets in a DynamoDB table with the partition key `keyId`. */
export class DynamoSecretStore implements SecretReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async find(keyId: string): Promise<string | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { keyId }, ConsistentRead: true }),
    );
    return Item && secretItem.parse(Item).webhookSecret;
  }
}
