import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../../testing/s3.ts';
import { Bucket, localObjects } from './local-objects.ts';

const { s3, put, get, text } = localObjects();

describe('a range', () => {
  const body = '0123456789';
  beforeAll(() => put('ranged', body));

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-30', body, 'bytes 0-9/10'],
    ['bytes=9-100', '9', 'bytes 9-9/10'],
  ])('%s is served', async (Range, content, ContentRange) => {
    const got = await get('ranged', { Range });
    expect(got).toMatchObject({
      ContentRange,
      ContentLength: content.length,
      $metadata: { httpStatusCode: 206 },
    });
    expect(await got.Body?.transformToString()).toBe(content);
  });

  test.each(['bytes=10-', 'bytes=-0', 'bytes=100-200'])('%s is outside the object', async (Range) => {
    expect(await errorOf(get('ranged', { Range }))).toBe('416 InvalidRange');
  });

  test.each(['bytes=0-1,4-5', 'bytes=5-4', 'lines=1-2', 'bytes=-'])('%s is ignored', async (Range) => {
    const got = await get('ranged', { Range });
    expect([got.$metadata.httpStatusCode, await got.Body?.transformToString()]).toEqual([200, body]);
  });

  test('of a HEAD request returns no body', async () => {
    const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: 'ranged', Range: 'bytes=2-4' }));
    expect(head).toMatchObject({ ContentLength: 3, ContentRange: 'bytes 2-4/10' });
  });
});

describe('conditions', () => {
  test('on reads are evaluated', async () => {
    const { ETag } = await put('conditional');
    const earlier = new Date(Date.now() - 3600_000);
    const later = new Date(Date.now() + 3600_000);
    expect(await text('conditional', { IfMatch: ETag })).toBe('conditional');
    expect(await errorOf(get('conditional', { IfMatch: '"other"' }))).toBe('412 PreconditionFailed');
    expect(await errorOf(get('conditional', { IfNoneMatch: ETag }))).toMatch(/^304 /);
    expect(await text('conditional', { IfNoneMatch: '"other"' })).toBe('conditional');
    expect(await errorOf(get('conditional', { IfModifiedSince: later }))).toMatch(/^304 /);
    expect(await text('conditional', { IfModifiedSince: earlier })).toBe('conditional');
    expect(await errorOf(get('conditional', { IfUnmodifiedSince: earlier }))).toBe('412 PreconditionFailed');
    expect(await text('conditional', { IfMatch: ETag, IfUnmodifiedSince: earlier })).toBe('conditional');
  });

  test('on writes are evaluated', async () => {
    const { ETag } = await put('once', 'first', { IfNoneMatch: '*' });
    expect(await errorOf(put('once', 'second', { IfNoneMatch: '*' }))).toBe('412 PreconditionFailed');
    expect(await errorOf(put('once', 'second', { IfMatch: '"other"' }))).toBe('412 PreconditionFailed');
    expect(await errorOf(put('never', 'x', { IfMatch: ETag }))).toBe('404 NoSuchKey');
    expect(await text('once')).toBe('first');
    await put('once', 'second', { IfMatch: ETag });
    expect(await text('once')).toBe('second');
  });

  test('let exactly one of many concurrent writers create an object', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => errorOf(put('race', String(index), { IfNoneMatch: '*' }))),
    );
    expect(results.filter((result) => result === 'not rejected')).toHaveLength(1);
    expect(results.filter((result) => result === '412 PreconditionFailed')).toHaveLength(19);
  });
});
