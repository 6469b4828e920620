import * as z from 'zod';
import { planNames } from './plans.ts';

export const keyRecord = z.object({
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

/** What the administration of keys needs of the key table. */
export interface KeyStore extends KeyReader {
  /** Stores a new key. Rejects when its hash exists. */
  add(record: KeyRecord): Promise<void>;
  setGatewayKey(hash: string, gatewayKeyId: string): Promise<void>;
  /** Takes effect when the authorizer's cached responses end, within a minute. */
  revoke(hash: string, at: Date): Promise<void>;
  /** Returns all keys, revoked ones too, in no order. */
  list(): Promise<KeyRecord[]>;
}
