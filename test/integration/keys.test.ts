import { describe, expect, it } from 'vitest';
import { isApiKey } from '#lib/auth/api-key.ts';
import { call } from '../support/client.ts';
import { operatorCommand } from '../support/operator-command.ts';

const keys = (...args: string[]) => operatorCommand('keys', ...args);

const keysJson = async (...args: string[]): Promise<unknown> =>
  JSON.parse((await keys(...args, '--json')).stdout);

describe('npm run keys', () => {
  it('creates, lists, rotates and revokes', async () => {
    const created = (await keysJson('create', '--plan', 'pro', '--name', 'Ärger & Co')) as Record<
      string,
      string
    >;
    const { keyId = '', key = '', webhookSecret } = created;
    expect(isApiKey(key)).toBe(true);
    expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const statusOf = async (token: string) =>
      (await call('/api/files/file_1', { key: token })).status === 401 ? 'rejected' : 'taken';
    expect(await statusOf(key)).toBe('taken');

    const listed = (await keysJson('list')) as Record<string, string>[];
    expect(listed.find((row) => row['keyId'] === keyId)).toMatchObject({
      plan: 'pro',
      name: 'Ärger & Co',
      status: 'active',
    });
    expect(JSON.stringify(listed)).not.toContain(key);

    const rotated = (await keysJson('rotate', keyId)) as Record<string, string>;
    expect(rotated['key']).not.toBe(key);
    expect(await statusOf(rotated['key'] ?? '')).toBe('taken');

    expect(await keys('revoke', keyId)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is revoked') as string,
    });
    expect(await keys('revoke', keyId)).toMatchObject({ code: 1 });
    const rows = ((await keysJson('list')) as Record<string, string>[]).filter(
      (row) => row['keyId'] === keyId,
    );
    expect(rows.map((row) => row['status'])).toEqual(['revoked', 'revoked']);
  });

  it('creates a key that expires', async () => {
    const created = await keysJson('create', '--plan', 'free', '--name', 'Trial', '--expires', '2999-01-01');
    expect(created).toMatchObject({ expiresAt: '2999-01-01T00:00:00.000Z' });
  });

  it.each([
    [['create'], /--plan must be one of free, pro, business/],
    [['create', '--plan', 'gold', '--name', 'x'], /--plan must be one of/],
    [['create', '--plan', 'free'], /--name/],
    [['create', '--plan', 'free', '--name', 'x', '--expires', 'soon'], /date in the future/],
    [['create', '--plan', 'free', '--name', 'x', '--expires', '2020-01-01'], /date in the future/],
    [['rotate', 'key_none'], /No active key key_none exists/],
    [['revoke'], /npm run keys/],
    [['destroy'], /npm run keys/],
    [['list', '--all'], /--all/],
  ])('%j explains the error', async (args, message) => {
    const { code, stderr } = await keys(...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });
});
