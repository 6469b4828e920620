import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { type LocalS3, startLocalS3 } from '../../testing/s3.ts';

export const Bucket = 'files';

/** A bucket for the tests of a file, and the calls that most of them make. */
export function localObjects() {
  let local: LocalS3;
  beforeAll(async () => {
    local = await startLocalS3();
  });
  afterAll(() => local[Symbol.asyncDispose]());

  const s3 = {
    get client() {
      return local.client;
    },
  };
  const put = (Key: string, Body: string | Buffer = Key, rest = {}) =>
    s3.client.send(new PutObjectCommand({ Bucket, Key, Body, ...rest }));
  const get = (Key: string, rest = {}) => s3.client.send(new GetObjectCommand({ Bucket, Key, ...rest }));
  const text = async (Key: string, rest = {}) => (await get(Key, rest)).Body?.transformToString();
  return { s3, put, get, text };
}
