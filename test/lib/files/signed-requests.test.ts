import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';
import { S3UploadStore } from '#lib/storage/s3/upload-store.ts';

const objects = new ObjectStore(
  new S3Client({ region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  'files',
);

const seconds = (url: string): string | null => new URL(url).searchParams.get('X-Amz-Expires');

// Literal values instead of those in `limits`, because they are part of the contract.

it('a URL for a client opens its object for 15 minutes', async () => {
  expect(seconds(await objects.presignGet('results/key_1/a', 'a.pdf', 'application/pdf'))).toBe('900');
});

it('requests for another function are valid for the longest time that a function can run', async () => {
  const { url: read } = await objects.presignRead('inputs/key_1/a', '"1"');
  const { url: write } = await objects.presignWrite('results/key_1/a', 'application/pdf');
  expect([seconds(read), seconds(write)]).toEqual(['900', '900']);
});

it('a form accepts a file for 15 minutes', async () => {
  const now = Date.now();
  const uploads = new S3UploadStore(objects, () => now);
  const announced = { fileName: 'a.pdf', contentType: 'application/pdf', size: 1 };
  const { fields, expiresAt } = await uploads.create('key_1', announced);
  expect(Date.parse(expiresAt) - now).toBe(900_000);
  const policy = JSON.parse(Buffer.from(fields['Policy'] ?? '', 'base64').toString()) as {
    expiration: string;
  };
  // The SDK's own clock, read a little later and without fractions of a second.
  expect(Date.parse(policy.expiration)).toBeGreaterThan(now + 899_000);
  expect(Date.parse(policy.expiration)).toBeLessThanOrEqual(Date.now() + 900_000);
});
