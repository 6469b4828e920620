import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { credentials, startLocalS3, type LocalS3 } from '../../testing/s3.ts';

const Bucket = 'files';
let s3: LocalS3;
beforeEach(async () => {
  s3 = await startLocalS3();
});
afterEach(() => s3[Symbol.asyncDispose]());

const read = async (Key: string) =>
  (await s3.client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();

test('objects survive a restart', async () => {
  await s3.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'kept', Metadata: { x: '1' } }));
  await s3.restart();
  const got = await s3.client.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  expect([got.Metadata, await got.Body?.transformToString()]).toEqual([{ x: '1' }, 'kept']);
});

test('bytes that no object names are cleared away at the start', async () => {
  await s3.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'kept' }));
  await writeFile(path.join(s3.directory, 'blobs', 'orphan'), 'half an object');
  await s3.restart();
  expect(await s3.countBlobs()).toBe(1);
  expect(await read('a')).toBe('kept');
});

test('whatever was acknowledged is there after the process is killed', async () => {
  const server = path.resolve(import.meta.dirname, '../../src/s3/server.ts');
  const options = {
    directory: path.join(s3.directory, 'killed'),
    port: 0,
    credentials,
    buckets: [{ name: Bucket, cors: [], lifecycle: [] }],
  };
  const script = `import { startS3 } from ${JSON.stringify(server)};
    const service = await startS3(${JSON.stringify(options)});
    process.stdout.write(service.endpoint);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const [endpoint] = (await child.stdout.take(1).toArray()) as [Buffer];
  const client = new S3Client({
    endpoint: endpoint.toString(),
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
  });
  const acknowledged: string[] = [];
  const writes = Array.from({ length: 40 }, async (_, index) => {
    const body = String(index).repeat(50_000);
    await client.send(new PutObjectCommand({ Bucket, Key: String(index), Body: body }));
    acknowledged.push(String(index));
    if (acknowledged.length === 15) child.kill('SIGKILL');
  });
  await Promise.allSettled(writes);
  await exited;
  client.destroy();
  expect(acknowledged.length).toBeGreaterThanOrEqual(15);
  await s3.restart({ directory: options.directory });
  for (const key of acknowledged) expect(await read(key)).toBe(key.repeat(50_000));
});

test('the port is free once the server has stopped', async () => {
  const port = Number(new URL(s3.endpoint).port);
  await s3.restart({ port });
  expect(s3.endpoint).toBe(`http://127.0.0.1:${String(port)}`);
});
