import {
  type APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { randomBytes } from 'node:crypto';
import { newUlid } from '../base/ulid.ts';
import { createApiKey, hashApiKey } from './api-key.ts';
import type { PlanName } from './plans.ts';
import { isUsable, type KeyRecord, type KeyStore } from './key-record.ts';

/** A new key, shown only once. */
export interface IssuedKey {
  keyId: string;
  /** The key itself: `fcs_…`. */
  key: string;
  /** `whsec_…`: verifies the webhooks for this key's jobs (Standard Webhooks). */
  webhookSecret: string;
  plan: PlanName;
  name: string;
  createdAt: string;
  expiresAt?: string;
}

export interface KeyAdminOptions {
  keys: KeyStore;
  documents: DynamoDBDocumentClient;
  gateway: APIGatewayClient;
  /** Table of webhook secrets: partition key `keyId`. */
  secretsTable: string;
  usagePlanIds: Record<PlanName, string>;
}

/** Creates, lists, revokes and rotates API keys. For operators: no function of the service uses it. */
export class KeyAdmin {
  readonly #options: KeyAdminOptions;

  constructor(options: KeyAdminOptions) {
    this.#options = options;
  }

  async create(request: { plan: PlanName; name: string; expiresAt?: Date }): Promise<IssuedKey> {
    const keyId = `key_${newUlid()}`;
    const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
    const { secretsTable, documents } = this.#options;
    await documents.send(new PutCommand({ TableName: secretsTable, Item: { keyId, webhookSecret } }));
    const expiresAt = request.expiresAt?.toISOString();
    const record = {
      keyId,
      plan: request.plan,
      name: request.name,
      createdAt: new Date().toISOString(),
      ...(expiresAt ? { expiresAt } : {}),
    };
    return { ...record, key: await this.#issue(record), webhookSecret };
  }

  /** Returns all keys, newest first. `keyId` sorts by time. */
  async list(): Promise<KeyRecord[]> {
    const records = await this.#options.keys.list();
    return records.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }

  /**
   * Revokes a key within a minute, and its webhook secret at once: no further webhooks are sent for its jobs. Returns
   * false if there is no usable key with that id.
   */
  async revoke(keyId: string): Promise<boolean> {
    const records = await this.#usable(keyId);
    if (records.length === 0) return false;
    // The secret first: if this is interrupted, the key is still usable and can be revoked again.
    const { documents, secretsTable } = this.#options;
    await documents.send(new DeleteCommand({ TableName: secretsTable, Key: { keyId } }));
    for (const record of records) await this.#retire(record);
    return true;
  }

  /**
   * Replaces a key. The new one has the same id, plan, name and webhook secret, and therefore the same jobs and files.
   * The old one stops working within a minute. Returns undefined if there is no usable key with that id.
   */
  async rotate(keyId: string): Promise<{ record: KeyRecord; key: string } | undefined> {
    const records = await this.#usable(keyId);
    const [record] = records;
    if (!record) return undefined;
    const { plan, name, expiresAt } = record;
    // The new key first: if this is interrupted, the owner still has a working key.
    const key = await this.#issue({
      keyId,
      plan,
      name,
      createdAt: new Date().toISOString(),
      ...(expiresAt ? { expiresAt } : {}),
    });
    for (const old of records) await this.#retire(old);
    return { record, key };
  }

  async #usable(keyId: string): Promise<KeyRecord[]> {
    const records = await this.#options.keys.list();
    return records.filter((record) => record.keyId === keyId && isUsable(record, new Date()));
  }

  /**
   * Stores the hash of a new key and adds the corresponding key to the plan's usage plan. A failure is rolled back as
   * far as possible; in any case, nobody has seen the key.
   */
  async #issue(record: Omit<KeyRecord, 'hash'>): Promise<string> {
    const { keys, gateway, usagePlanIds } = this.#options;
    const key = createApiKey();
    const hash = hashApiKey(key);
    await keys.add({ ...record, hash });
    let gatewayKeyId: string | undefined;
    try {
      const created = await gateway.send(
        new CreateApiKeyCommand({
          name: `${record.name} (${record.keyId})`.slice(0, 128),
          value: hash,
          enabled: true,
        }),
      );
      gatewayKeyId = created.id;
      if (!gatewayKeyId) throw new Error('API Gateway returned no id from CreateApiKey');
      await keys.setGatewayKey(hash, gatewayKeyId);
      await gateway.send(
        new CreateUsagePlanKeyCommand({
          usagePlanId: usagePlanIds[record.plan],
          keyId: gatewayKeyId,
          keyType: 'API_KEY',
        }),
      );
    } catch (error) {
      // An error here must not hide the first one: a key that is not in a usage plan is not usable.
      await Promise.allSettled([
        keys.revoke(hash, new Date()),
        ...(gatewayKeyId ? [gateway.send(new DeleteApiKeyCommand({ apiKey: gatewayKeyId }))] : []),
      ]);
      throw error;
    }
    return key;
  }

  async #retire(record: KeyRecord): Promise<void> {
    // The table first: it revokes the key. The corresponding key in API Gateway only enforces the outer limit.
    await this.#options.keys.revoke(record.hash, new Date());
    if (!record.gatewayKeyId) return;
    try {
      await this.#options.gateway.send(new DeleteApiKeyCommand({ apiKey: record.gatewayKeyId }));
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error;
    }
  }
}
