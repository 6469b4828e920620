import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf, startLocalS3, type LocalS3 } from '../../testing/s3.ts';

let s3: LocalS3;
beforeAll(async () => {
  s3 = await startLocalS3();
});
afterAll(() => s3[Symbol.asyncDispose]());

const Bucket = 'files';
const put = (Key: string, Body: string | Buffer = Key, rest = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket, Key, Body, ...rest }));
const get = (Key: string, rest = {}) => s3.client.send(new GetObjectCommand({ Bucket, Key, ...rest }));
const text = async (Key: string, rest = {}) => (await get(Key, rest)).Body?.transformToString();

describe('PutObject and GetObject', () => {
  test('keep bytes, header fields and metadata', async () => {
    const body = randomBytes(100_000);
    const put = await s3.client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'a.pdf',
        Body: body,
        ContentType: 'application/pdf',
        ContentDisposition: 'attachment; filename="a.pdf"',
        CacheControl: 'no-store',
        ContentEncoding: 'identity',
        Metadata: { owner: 'key-1', Title: 'two  words' },
      }),
    );
    const md5 = createHash('md5').update(body).digest('hex');
    expect(put.ETag).toBe(`"${md5}"`);
    const got = await get('a.pdf', { ChecksumMode: 'ENABLED' });
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
    expect(got).toMatchObject({
      ETag: `"${md5}"`,
      ContentLength: 100_000,
      ContentType: 'application/pdf',
      ContentDisposition: 'attachment; filename="a.pdf"',
      CacheControl: 'no-store',
      ContentEncoding: 'identity',
      Metadata: { owner: 'key-1', title: 'two  words' },
      ChecksumCRC32: put.ChecksumCRC32,
      ChecksumType: 'FULL_OBJECT',
      AcceptRanges: 'bytes',
    });
    expect(Math.abs((got.LastModified?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('keep an empty object', async () => {
    await put('empty', Buffer.alloc(0));
    const got = await get('empty');
    expect([got.ContentLength, await got.Body?.transformToString()]).toEqual([0, '']);
  });

  test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)('verify and return a %s', async (algorithm) => {
    const stored = await put('checked', 'abc', { ChecksumAlgorithm: algorithm });
    const got = await get('checked', { ChecksumMode: 'ENABLED' });
    const name = `Checksum${algorithm}` as const;
    expect(stored[name]).toMatch(/=$/);
    expect(got[name]).toBe(stored[name]);
    expect(await errorOf(put('checked', 'abd', { [name]: stored[name] }))).toBe('400 BadDigest');
    expect(await text('checked')).toBe('abc');
  });

  test('reject a body that has another MD5', async () => {
    const ContentMD5 = createHash('md5').update('abc').digest('base64');
    await put('md5', 'abc', { ContentMD5 });
    expect(await errorOf(put('md5', 'abd', { ContentMD5 }))).toBe('400 BadDigest');
    expect(await errorOf(put('md5', 'abd', { ContentMD5: 'YWJj' }))).toBe('400 InvalidDigest');
  });

  test('stream 60 MB in and out', async () => {
    const chunk = randomBytes(1024 * 1024);
    const sent = createHash('sha256');
    for (let index = 0; index < 60; index += 1) sent.update(chunk);
    await s3.client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'large',
        Body: Readable.from(Array.from({ length: 60 }, () => chunk)),
        ContentLength: 60 * chunk.length,
      }),
    );
    const got = await get('large');
    const received = createHash('sha256');
    for await (const data of got.Body as Readable) received.update(data as Buffer);
    expect(received.digest('hex')).toBe(sent.digest('hex'));
  });

  test('reject conditions, lists and tags that are not emulated', async () => {
    expect(await errorOf(put('x', 'x', { ACL: 'public-read' }))).toBe('501 NotImplemented');
    expect(await errorOf(put('x', 'x', { Tagging: 'a=b' }))).toBe('501 NotImplemented');
    expect(
      await errorOf(put('x', 'x', { ChecksumAlgorithm: 'CRC64NVME', ChecksumCRC64NVME: 'AAAAAAAAAAA=' })),
    ).toBe('501 NotImplemented');
    expect(await errorOf(get('x', { VersionId: 'v' }))).toBe('501 NotImplemented');
    expect(await errorOf(s3.client.send(new GetObjectAclCommand({ Bucket, Key: 'x' })))).toBe(
      '501 NotImplemented',
    );
    expect(await errorOf(s3.client.send(new GetObjectTaggingCommand({ Bucket, Key: 'x' })))).toBe(
      '501 NotImplemented',
    );
    expect(await errorOf(s3.client.send(new ListBucketsCommand({})))).toBe('501 NotImplemented');
  });

  test('reject more than 2 KB of metadata', async () => {
    expect(await errorOf(put('x', 'x', { Metadata: { a: 'b'.repeat(2048) } }))).toBe('400 MetadataTooLarge');
  });

  test('know no object or bucket that is not there', async () => {
    expect(await errorOf(get('absent'))).toBe('404 NoSuchKey');
    expect(await errorOf(s3.client.send(new HeadObjectCommand({ Bucket, Key: 'absent' })))).toBe(
      '404 NotFound',
    );
    expect(await errorOf(s3.client.send(new GetObjectCommand({ Bucket: 'absent', Key: 'a' })))).toBe(
      '404 NoSuchBucket',
    );
    expect(await errorOf(s3.client.send(new HeadBucketCommand({ Bucket: 'absent' })))).toBe('404 NotFound');
    await s3.client.send(new HeadBucketCommand({ Bucket }));
  });
});

describe('keys', () => {
  test.each([
    '../../etc/passwd',
    '/leading//double/./slash/',
    'Zoë 文件 🎉.pdf',
    'all of !\'()*~-._&=+$@,;:?#[]{}|\\^`<>%25"',
    'line\r\nbreak\ttab',
    'CON',
    'nul\0inside',
    'x'.repeat(1024),
    '.',
    '..',
  ])('like %j name one object each', async (key) => {
    await put(key, `body of ${key}`);
    expect(await text(key)).toBe(`body of ${key}`);
    const listed = await s3.client.send(new ListObjectsV2Command({ Bucket, Prefix: key }));
    expect(listed.Contents?.map((object) => object.Key)).toEqual([key]);
    await s3.client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    expect(await errorOf(get(key))).toBe('404 NoSuchKey');
  });

  test('of any text come back as they were', async () => {
    const keys = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 100 })
      .filter((key) => Buffer.byteLength(key) <= 1024);
    await fc.assert(
      fc.asyncProperty(keys, async (key) => {
        await put(key, key);
        expect(await text(key)).toBe(key);
        await s3.client.send(new DeleteObjectCommand({ Bucket, Key: key }));
      }),
      { numRuns: 50 },
    );
  });

  test('over 1,024 bytes are rejected', async () => {
    expect(await errorOf(put('x'.repeat(1025)))).toBe('400 KeyTooLongError');
    expect(await errorOf(put('é'.repeat(513)))).toBe('400 KeyTooLongError');
  });
});

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

  test('of a HEAD request is answered without a body', async () => {
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

test('readers see an old or a new object whole while it is replaced', async () => {
  const versions = Array.from({ length: 8 }, (_, index) => Buffer.alloc(400_000, String(index)));
  await put('replaced', versions[0]);
  const writes = versions.map((body) => put('replaced', body));
  const reads = Array.from({ length: 30 }, async () => {
    const got = await get('replaced');
    return Buffer.from((await got.Body?.transformToByteArray()) ?? []);
  });
  for (const body of await Promise.all(reads)) {
    expect(versions.some((version) => version.equals(body))).toBe(true);
  }
  await Promise.all(writes);
});

describe('CopyObject', () => {
  test('copies bytes and description, or replaces the description', async () => {
    await put('source ü+?.txt', 'copied', { ContentType: 'text/plain', Metadata: { a: '1' } });
    const CopySource = encodeURI('files/source ü').concat('%2B%3F.txt');
    const copy = (Key: string, rest = {}) =>
      s3.client.send(new CopyObjectCommand({ Bucket, Key, CopySource, ...rest }));
    await copy('copy-1');
    await copy('copy-2', { MetadataDirective: 'REPLACE', ContentType: 'text/html', Metadata: { b: '2' } });
    await s3.client.send(new DeleteObjectCommand({ Bucket, Key: 'source ü+?.txt' }));
    const [first, second] = [await get('copy-1'), await get('copy-2')];
    expect(first).toMatchObject({ ContentType: 'text/plain', Metadata: { a: '1' } });
    expect(second).toMatchObject({ ContentType: 'text/html', Metadata: { b: '2' } });
    expect(await first.Body?.transformToString()).toBe('copied');
    expect(await second.Body?.transformToString()).toBe('copied');
    expect(await errorOf(copy('copy-3'))).toBe('404 NoSuchKey');
    expect(
      await errorOf(
        s3.client.send(new CopyObjectCommand({ Bucket, Key: 'copy-1', CopySource: 'files/copy-1' })),
      ),
    ).toBe('400 InvalidRequest');
    expect(
      await errorOf(
        s3.client.send(
          new CopyObjectCommand({ Bucket, Key: 'c', CopySource: 'files/copy-1', CopySourceIfMatch: '"x"' }),
        ),
      ),
    ).toBe('412 PreconditionFailed');
  });
});

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
