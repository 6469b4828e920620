import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
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
import { describe, expect, test } from 'vitest';
import { errorOf } from '../../testing/s3.ts';
import { Bucket, localObjects } from './local-objects.ts';

const { s3, put, get, text } = localObjects();

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
    expect(put.ETag).toMatch(/^"[0-9a-f]{32}"$/);
    const got = await get('a.pdf', { ChecksumMode: 'ENABLED' });
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
    expect(got).toMatchObject({
      ETag: put.ETag,
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

  test('have an ETag that depends on the content alone', async () => {
    const [first, again, other] = [await put('a', 'abc'), await put('b', 'abc'), await put('a', 'abd')];
    expect(again.ETag).toBe(first.ETag);
    expect(other.ETag).not.toBe(first.ETag);
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
