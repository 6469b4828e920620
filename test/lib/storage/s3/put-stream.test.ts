import type { S3Client } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ObjectChanged, ObjectStore } from '#lib/storage/s3/object-store.ts';
import { putStream } from '#lib/storage/s3/put-stream.ts';
import { type LocalS3, startLocalS3 } from 'local-stack/testing/s3';

const MiB = 1024 * 1024;

let s3: LocalS3;
let objects: ObjectStore;

beforeAll(async () => {
  s3 = await startLocalS3();
  objects = new ObjectStore(s3.client, 'files');
});
afterAll(() => s3[Symbol.asyncDispose]());

/** Bytes that differ everywhere, in chunks of that length. */
async function* bytesOf(size: number, chunk: number, failure?: Error): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += chunk) {
    const bytes = Buffer.alloc(Math.min(chunk, size - at));
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = (at + i) % 251;
    yield await Promise.resolve(bytes);
  }
  if (failure) throw failure;
}

async function digestOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
}

describe('a stream of unknown size', () => {
  it.each([
    [5, 2],
    [8 * MiB, 64 * 1024],
    [8 * MiB + 1, 100_003],
    [20 * MiB, 9 * MiB],
  ])('of %i bytes in chunks of %i is stored whole', async (size, chunk) => {
    const key = `inputs/${size}`;
    const stored = await putStream(objects, key, bytesOf(size, chunk));
    expect(stored).toMatchObject({ key, size });
    const { stream, size: found } = await objects.open(key, { eTag: stored.eTag });
    expect(found).toBe(size);
    expect(await digestOf(stream)).toBe(await digestOf(bytesOf(size, chunk)));
  });

  it('that fails is not stored, and leaves no parts', async () => {
    const sent: string[] = [];
    const client = {
      send: (command: Parameters<S3Client['send']>[0]) => {
        sent.push(command.constructor.name);
        return s3.client.send(command);
      },
    } as unknown as S3Client;
    for (const size of [5, 17 * MiB]) {
      const failing = bytesOf(size, MiB, new Error('the connection broke'));
      const storing = putStream(new ObjectStore(client, 'files'), 'inputs/failed', failing);
      await expect(storing).rejects.toThrow('the connection broke');
      await expect(objects.open('inputs/failed', {})).rejects.toBeInstanceOf(ObjectChanged);
    }
    const part = 'UploadPartCommand';
    expect(sent).toEqual(['CreateMultipartUploadCommand', part, part, 'AbortMultipartUploadCommand']);
  });
});
