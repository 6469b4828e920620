import { describe, expect, it } from 'vitest';
import { createApiKey, hashApiKey } from '#lib/auth/api-key.ts';
import { authorize } from '#lib/auth/authorizer.ts';
import type { KeyReader, KeyRecord } from '#lib/auth/key-record.ts';

const methodArn = 'arn:aws:execute-api:us-east-1:123456789012:api/prod/POST/api/pdf/merge';
const key = createApiKey();
const record: KeyRecord = {
  hash: hashApiKey(key),
  keyId: 'key_1',
  plan: 'pro',
  name: 'Test',
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** A key store with one record. */
const storeOf = (stored: KeyRecord): KeyReader => ({
  find: (hash) => Promise.resolve(hash === stored.hash ? stored : undefined),
});

const effectFor = async (stored: KeyRecord, token = `Bearer ${key}`, now = new Date('2026-06-01')) => {
  const response = await authorize({ authorizationToken: token, methodArn }, storeOf(stored), { now });
  return response.policyDocument.Statement[0]?.Effect;
};

describe('authorizer', () => {
  it('allows a known key the whole stage and names its usage plan key', async () => {
    const response = await authorize({ authorizationToken: `bearer ${key}`, methodArn }, storeOf(record));
    expect(response).toMatchObject({
      principalId: 'key_1',
      context: { keyId: 'key_1', plan: 'pro' },
      usageIdentifierKey: record.hash,
      policyDocument: {
        Statement: [{ Effect: 'Allow', Resource: 'arn:aws:execute-api:us-east-1:123456789012:api/prod/*' }],
      },
    });
    expect(JSON.stringify(response)).not.toContain(key);
  });

  it('denies an unknown key without a context', async () => {
    const response = await authorize(
      { authorizationToken: `Bearer ${createApiKey()}`, methodArn },
      storeOf(record),
    );
    expect(response.policyDocument.Statement[0]?.Effect).toBe('Deny');
    expect(response).not.toHaveProperty('context');
    expect(response).not.toHaveProperty('usageIdentifierKey');
  });

  it('does not look up a token that cannot be a key', async () => {
    const keys: KeyReader = { find: () => Promise.reject(new Error('looked up')) };
    const response = await authorize({ authorizationToken: `Bearer ${key}x`, methodArn }, keys);
    expect(response.policyDocument.Statement[0]?.Effect).toBe('Deny');
  });

  it('denies a revoked key', async () => {
    expect(await effectFor({ ...record, revokedAt: '2026-05-01T00:00:00.000Z' })).toBe('Deny');
  });

  it('denies a key from the moment it expires', async () => {
    const expiring = { ...record, expiresAt: '2026-06-01T00:00:00.000Z' };
    expect(await effectFor(expiring, undefined, new Date('2026-05-31T23:59:59.999Z'))).toBe('Allow');
    expect(await effectFor(expiring, undefined, new Date('2026-06-01T00:00:00.000Z'))).toBe('Deny');
  });
});
