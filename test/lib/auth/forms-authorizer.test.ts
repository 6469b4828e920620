import { describe, expect, it } from 'vitest';
import { createApiKey, hashApiKey } from '#lib/auth/api-key.ts';
import { authorizeForms, formsPattern } from '#lib/auth/forms-authorizer.ts';
import type { KeyReader } from '#lib/auth/key-record.ts';

const key = createApiKey();
const methodArn = 'arn:aws:execute-api:eu-central-1:123456789012:api/prod/POST/forms/pdfengines/merge';
const keys = {
  find: (hash: string) =>
    Promise.resolve(
      hash === hashApiKey(key)
        ? { hash, keyId: 'key_1', plan: 'pro', name: 'A', createdAt: '2026-11-23T10:00:00Z' }
        : undefined,
    ),
} as unknown as KeyReader;

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

describe('the authorizer of forms', () => {
  it.each([`Bearer ${key}`, basic(`anyone:${key}`), basic(`:${key}`)])(
    'permits POST below /forms alone',
    async (token) => {
      expect(token).toMatch(new RegExp(formsPattern));
      const { policyDocument, principalId } = await authorizeForms(
        { authorizationToken: token, methodArn },
        keys,
      );
      expect(principalId).toBe('key_1');
      expect(policyDocument.Statement).toEqual([
        {
          Action: 'execute-api:Invoke',
          Effect: 'Allow',
          Resource: 'arn:aws:execute-api:eu-central-1:123456789012:api/prod/POST/forms/*',
        },
      ]);
    },
  );

  it.each([basic(`anyone:${createApiKey()}`), basic(key), basic('anyone:'), 'Basic ####'])(
    'denies %s',
    async (token) => {
      const { policyDocument } = await authorizeForms({ authorizationToken: token, methodArn }, keys);
      expect(policyDocument.Statement[0]?.Effect).toBe(token === basic(key) ? 'Allow' : 'Deny');
    },
  );

  it.each(['', 'Bearer x', `Digest ${key}`, `Basic ${'a'.repeat(2000)}`])(
    'is not asked about %s',
    (token) => {
      expect(token).not.toMatch(new RegExp(formsPattern));
    },
  );
});
