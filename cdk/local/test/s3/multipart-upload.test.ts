import { createHash, randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  UploadPartCommand,
  type ChecksumAlgorithm,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startLocalS3, type LocalS3 } from '../../testing/s3.ts';

const MEBIBYTE = 1024 * 1024;
const target = { Bucket: 'files', Key: 'joined ü.bin' };
let s3: LocalS3;
beforeAll(async () => {
  s3 = await startLocalS3();
});
afterAll(() => s3[Symbol.asyncDispose]());

async function create(checksumAlgorithm?: ChecksumAlgorithm): Promise<string> {
  const created = await s3.client.send(
    new CreateMultipartUploadCommand({
      ...target,
      ContentType: 'application/pdf',
      Metadata: { a: '1' },
      ...(checksumAlgorithm === undefined ? {} : { ChecksumAlgorithm: checksumAlgorithm }),
    }),
  );
  return created.UploadId ?? '';
}

const uploadPart = async (UploadId: string, PartNumber: number, Body: Buffer, rest = {}) => {
  const { ETag, ChecksumSHA256 } = await s3.client.send(
    new UploadPartCommand({ ...target, UploadId, PartNumber, Body, ...rest }),
  );
  return { PartNumber, ETag, ...(ChecksumSHA256 === undefined ? {} : { ChecksumSHA256 }) };
};
const complete = (UploadId: string, Parts: object[]) =>
  s3.client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }));
const abort = (UploadId: string) => s3.client.send(new AbortMultipartUploadCommand({ ...target, UploadId }));
const read = async () => {
  const got = await s3.client.send(new GetObjectCommand(target));
  return { got, body: Buffer.from((await got.Body?.transformToByteArray()) ?? []) };
};

test('parts are joined in the order of their numbers, the last of each number', async () => {
  const bodies = [randomBytes(5 * MEBIBYTE), randomBytes(6 * MEBIBYTE), randomBytes(1000)] as const;
  const id = await create();
  const last = await uploadPart(id, 30, bodies[2]);
  await uploadPart(id, 1, randomBytes(5 * MEBIBYTE));
  const [second, first] = await Promise.all([uploadPart(id, 20, bodies[1]), uploadPart(id, 1, bodies[0])]);
  const { ETag } = await complete(id, [first, second, last]);
  expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
  const { got, body } = await read();
  expect(body.equals(Buffer.concat(bodies))).toBe(true);
  expect(got).toMatchObject({ ContentType: 'application/pdf', Metadata: { a: '1' }, ETag });
  expect(await s3.countBlobs()).toBe(1);
  expect(await errorOf(complete(id, [first, second, last]))).toBe('404 NoSuchUpload');
});

test('checksums of parts make the checksum of the object', async () => {
  const id = await create('SHA256');
  const bodies = [randomBytes(5 * MEBIBYTE), randomBytes(10)] as const;
  const parts = [await uploadPart(id, 1, bodies[0], { ChecksumAlgorithm: 'SHA256' })];
  parts.push(await uploadPart(id, 2, bodies[1], { ChecksumAlgorithm: 'SHA256' }));
  await complete(id, parts);
  const got = await s3.client.send(new GetObjectCommand({ ...target, ChecksumMode: 'ENABLED' }));
  const digests = Buffer.concat(bodies.map((body) => createHash('sha256').update(body).digest()));
  expect(got.ChecksumSHA256).toBe(`${createHash('sha256').update(digests).digest('base64')}-2`);
  expect(got.ChecksumType).toBe('COMPOSITE');
  await got.Body?.transformToByteArray();
});

test('an upload cannot be completed with parts that are not there, too small, out of order or none', async () => {
  const id = await create();
  const small = await uploadPart(id, 1, Buffer.from('small'));
  const next = await uploadPart(id, 2, Buffer.from('next'));
  expect(await errorOf(complete(id, [small, next]))).toBe('400 EntityTooSmall');
  expect(await errorOf(complete(id, [next, small]))).toBe('400 InvalidPartOrder');
  expect(await errorOf(complete(id, [{ ...small, PartNumber: 3 }]))).toBe('400 InvalidPart');
  expect(await errorOf(complete(id, [{ ...small, ETag: next.ETag }]))).toBe('400 InvalidPart');
  expect(await errorOf(complete(id, []))).toBe('400 MalformedXML');
  await complete(id, [small]);
  expect((await read()).body.toString()).toBe('small');
});

test('an aborted upload is gone with its parts', async () => {
  const blobs = await s3.countBlobs();
  const id = await create();
  const part = await uploadPart(id, 1, Buffer.from('part'));
  expect(await s3.countBlobs()).toBe(blobs + 1);
  await abort(id);
  expect(await s3.countBlobs()).toBe(blobs);
  expect(await errorOf(complete(id, [part]))).toBe('404 NoSuchUpload');
  expect(await errorOf(uploadPart(id, 1, Buffer.from('part')))).toBe('404 NoSuchUpload');
  expect(await errorOf(abort(id))).toBe('404 NoSuchUpload');
});

test('an upload belongs to its key', async () => {
  const UploadId = await create();
  const other = { ...target, Key: 'other' };
  const sent = s3.client.send(new UploadPartCommand({ ...other, UploadId, PartNumber: 1, Body: 'x' }));
  expect(await errorOf(sent)).toBe('404 NoSuchUpload');
  expect(await errorOf(s3.client.send(new AbortMultipartUploadCommand({ ...other, UploadId })))).toBe(
    '404 NoSuchUpload',
  );
});

test('part numbers go from 1 to 10,000', async () => {
  const id = await create();
  for (const number of [0, 10_001]) {
    expect(await errorOf(uploadPart(id, number, Buffer.from('x')))).toBe('400 InvalidArgument');
  }
  await uploadPart(id, 10_000, Buffer.from('x'));
});

test('two completions at once make one object', async () => {
  const id = await create();
  const part = await uploadPart(id, 1, randomBytes(5 * MEBIBYTE));
  const results = await Promise.all([errorOf(complete(id, [part])), errorOf(complete(id, [part]))]);
  expect(results).toContain('not rejected');
  expect(results).toContainEqual(expect.stringMatching(/OperationAborted|NoSuchUpload/));
});
