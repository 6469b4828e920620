import { DeleteObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { Bucket, localObjects } from './local-objects.ts';

const { s3, put } = localObjects();

describe('DeleteObjects', () => {
  test('deletes what it names, whether it exists or not', async () => {
    const keys = ['d/1 & <2>', 'd/ü"\'', 'd/absent'];
    for (const key of keys.slice(0, 2)) await put(key);
    const deleted = await s3.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }),
    );
    expect(deleted.Deleted?.map((object) => object.Key)).toEqual(keys);
    const listed = await s3.client.send(new ListObjectsV2Command({ Bucket, Prefix: 'd/' }));
    expect(listed.KeyCount).toBe(0);
  });
});

describe('ListObjectsV2', () => {
  const keys = ['l/a', 'l/b/1', 'l/b/2', 'l/c', 'l/d/1', 'l/é', 'l/\uFF5E', 'l/🎉'];
  beforeAll(async () => {
    for (const key of [...keys].reverse()) await put(key);
  });
  const list = (rest = {}) => s3.client.send(new ListObjectsV2Command({ Bucket, Prefix: 'l/', ...rest }));

  test('lists keys in the order of their bytes', async () => {
    expect((await list()).Contents?.map((object) => object.Key)).toEqual(keys);
  });

  test.each([1, 2, 3, 100])('pages through keys and groups, %i at a time', async (MaxKeys) => {
    const found: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ Delimiter: '/', MaxKeys, ContinuationToken });
      expect(page.KeyCount).toBeLessThanOrEqual(MaxKeys);
      found.push(...(page.Contents ?? []).map((object) => object.Key));
      found.push(...(page.CommonPrefixes ?? []).map((group) => group.Prefix));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(found.sort()).toEqual(['l/a', 'l/b/', 'l/c', 'l/d/', 'l/é', 'l/\uFF5E', 'l/🎉'].sort());
  });

  test('begins after a key', async () => {
    expect((await list({ StartAfter: 'l/c' })).Contents?.[0]?.Key).toBe('l/d/1');
  });
});
