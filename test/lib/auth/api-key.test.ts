import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearerPattern, createApiKey, hashApiKey, isApiKey } from '#lib/auth/api-key.ts';

const random32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));

describe('API keys', () => {
  it('have the documented format for any random bytes', () => {
    fc.assert(
      fc.property(random32, (random) => {
        const key = createApiKey(random);
        expect(key).toMatch(/^fcs_[0-9A-Za-z]{49}$/);
        expect(isApiKey(key)).toBe(true);
        expect(`Bearer ${key}`).toMatch(new RegExp(bearerPattern));
      }),
    );
  });

  it('are rejected if any one character is changed', () => {
    fc.assert(
      fc.property(
        random32,
        fc.nat(48),
        fc.constantFrom('0', 'A', 'z', '9', 'Z', 'q'),
        (random, at, character) => {
          const key = createApiKey(random);
          const changed = key.slice(0, 4 + at) + character + key.slice(5 + at);
          expect(isApiKey(changed)).toBe(changed === key);
        },
      ),
    );
  });

  it.each(['', 'fcs_', 'abc', `fcs_${'0'.repeat(49)}`, `FCS_${'a'.repeat(49)}`])('are not %j', (text) => {
    expect(isApiKey(text)).toBe(false);
  });

  it('differ from one another', () => {
    expect(new Set(Array.from({ length: 1000 }, () => createApiKey())).size).toBe(1000);
  });

  it('are hashed to 64 hex characters, which API Gateway accepts as a key value', () => {
    expect(hashApiKey('fcs_x')).toMatch(/^[0-9a-f]{64}$/);
  });
});
