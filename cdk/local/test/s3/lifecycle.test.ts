import {
  CreateMultipartUploadCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, expect, test } from 'vitest';
import { startLocalS3, type LocalS3 } from '../../testing/s3.ts';

const HOUR_MS = 3600_000;
const Bucket = 'files';
const lifecycle = [
  { prefix: 'uploads/', expirationDays: 1 },
  { prefix: 'kept-a-week/', expirationDays: 7 },
];
let s3: LocalS3;
afterEach(() => s3[Symbol.asyncDispose]());

const keys = async () =>
  (await s3.client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map((object) => object.Key);

/** Starts the server anew, which sweeps, with a clock that is so far ahead; then sets the clock right. */
async function sweepAfter(hours: number): Promise<void> {
  await s3.restart({ now: () => new Date(Date.now() + hours * HOUR_MS) });
  await s3.restart();
}

test('objects are deleted when they are as old as the rule for their prefix says', async () => {
  s3 = await startLocalS3({ bucket: { lifecycle } });
  for (const Key of ['uploads/1', 'uploads', 'kept-a-week/1', 'other/uploads/1']) {
    await s3.client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  }
  await sweepAfter(23);
  expect(await keys()).toEqual(['kept-a-week/1', 'other/uploads/1', 'uploads', 'uploads/1']);
  await sweepAfter(25);
  expect(await keys()).toEqual(['kept-a-week/1', 'other/uploads/1', 'uploads']);
  await sweepAfter(8 * 24);
  expect(await keys()).toEqual(['other/uploads/1', 'uploads']);
  expect(await s3.countBlobs()).toBe(2);
});

test('multipart uploads are forgotten after a day', async () => {
  s3 = await startLocalS3();
  const target = { Bucket, Key: 'x' };
  const { UploadId } = await s3.client.send(new CreateMultipartUploadCommand(target));
  await s3.client.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }));
  await sweepAfter(23);
  expect(await s3.countBlobs()).toBe(1);
  await sweepAfter(25);
  expect(await s3.countBlobs()).toBe(0);
});
