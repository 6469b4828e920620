import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startS3Thread } from '../../src/s3/thread.ts';

const directory = await mkdtemp(join(tmpdir(), 's3-thread-'));
afterAll(() => rm(directory, { recursive: true }));

const start = (name: string, port: number) =>
  startS3Thread({
    directory: join(directory, name),
    port,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    buckets: [{ name: 'files', cors: [], lifecycle: [] }],
    log: (line) => expect.unreachable(line),
  });

it('an S3 in a thread responds until it is stopped, and releases its port', async () => {
  const service = await start('one', 0);
  const port = Number(new URL(service.endpoint).port);
  expect((await fetch(`${service.endpoint}/files/key`)).status).toBe(403);
  await expect(start('two', port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await service.stop();
  await expect(fetch(service.endpoint)).rejects.toThrow('fetch failed');
  const again = await start('one', port);
  expect((await fetch(`${again.endpoint}/other/key`)).status).toBe(403);
  await again.stop();
});
