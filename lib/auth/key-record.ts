import * as z from 'zod';
import { planNames } from './plans.ts';

export const keyRecord = z.object({
  /** SHA-256 of the key in hex: the table's partition key, the value in API Gateway, and the usage identifier. */
  hash: z.string(),
  /** `key_…`. Unchanged when the key is rotated. Everything created with the key belongs to this id. */
  keyId: z.string(),
  plan: z.enum(planNames),
  name: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
  expiresAt: z.string().optional(),
  /** The id of the corresponding key in API Gateway, once it exists. */
  gatewayKeyId: z.string().optional(),
});

/** A stored API key. The key itself is never stored. Times are ISO 8601 UTC. */
export type KeyRecord = z.output<typeof keyRecord>;

/** Whether the key of `record` may be used at `now`. */
export function isUsable(record: KeyRecord, now: Date): boolean {
  return record.revokedAt === undefined && (!record.expiresAt || new Date(record.expiresAt) > now);
}

/** The part of the key table that the authorizer needs. */
export interface KeyReader {
  find(hash: string): Promise<KeyRecord | undefined>;
}

/** The part of the key table that key administration needs. */
export interface KeyStore extends KeyReader {
  /** Stores a new key. Rejects when its hash exists. */
  add(record: KeyRecord): Promise<void>;
  setGatewayKey(hash: string, gatewayKeyId: string): Promise<void>;
  /** Takes effect when the authorizer's cached responses expire, within a minute. */
  revoke(hash: string, at: Date): Promise<void>;
  /** Returns all keys, including revoked ones, in no particular order. */
  list(): Promise<KeyRecord[]>;
}
