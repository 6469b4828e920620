import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import type { StoredFile } from '#lib/files/file-record.ts';
import { ReadAhead } from '#lib/files/input-file.ts';
import { InputMemory } from '#lib/files/input-memory.ts';
import { inputLookup } from '#lib/storage/s3/input-lookup.ts';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';
import { S3UploadStore } from '#lib/storage/s3/upload-store.ts';
import { type LocalS3, startLocalS3 } from 'local-stack/testing/s3';

const owner = 'key_1';
const id = `file_${'0'.repeat(26)}`;
const ahead = () => new ReadAhead(1000, new AbortController().signal);

let s3: LocalS3;
let objects: ObjectStore;

beforeAll(async () => {
  s3 = await startLocalS3();
  objects = new ObjectStore(s3.client, 'files');
  const bytes = Buffer.from('result');
  await objects.put(
    `results/${owner}/${id}`,
    bytes,
    'application/pdf',
    createHash('sha256').update(bytes).digest('hex'),
  );
});
afterAll(() => s3[Symbol.asyncDispose]());

/** The lookup of an installation whose records have that file or error. */
const lookupOf = (found: Partial<StoredFile> | Error, memory?: InputMemory) =>
  inputLookup(
    {
      objects,
      uploads: new S3UploadStore(objects),
      files: {
        find: () => (found instanceof Error ? Promise.reject(found) : Promise.resolve(found as StoredFile)),
      },
    },
    memory,
  );

const record = { key: `results/${owner}/${id}`, fileName: 'report.pdf' };

it('a result is found in its present version', async () => {
  const found = await lookupOf(record).find(owner, id, ahead());
  expect(found).toMatchObject({ ...record, size: 6 });
  expect(found?.eTag).toMatch(/^".+"$/);
  expect(found).not.toHaveProperty('content');
});

it('a result is read at once for a caller that reads all inputs', async () => {
  const found = await lookupOf(record, new InputMemory()).find(owner, id, ahead());
  expect(Buffer.from((await found?.content) ?? []).toString()).toBe('result');
});

it('a result is unknown if its record or its object is missing, or if it has expired', async () => {
  for (const code of ['not-found', 'gone'] as const) {
    expect(await lookupOf(new AppError(code, 'No.')).find(owner, id, ahead())).toBeUndefined();
  }
  const missing = { ...record, key: `results/${owner}/other` };
  expect(await lookupOf(missing).find(owner, id, ahead())).toBeUndefined();
  expect(await lookupOf(missing, new InputMemory()).find(owner, id, ahead())).toBeUndefined();
});

it('a failing table is not an unknown result', async () => {
  await expect(lookupOf(new Error('throttled')).find(owner, id, ahead())).rejects.toThrow('throttled');
});
