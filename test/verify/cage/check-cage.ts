import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ContainerAccess } from '../../../cdk/container-access.ts';
import { Cage } from './cage.ts';
import { cageUser } from './image.ts';

/** Of Lambda's default. */
const storageMegabytes = 512;
const memoryMegabytes = 1769;

/**
 * Puts a function into a cage that looks around in it.
 *
 * @param folder made for it
 * @throws AssertionError where the cage is wider than it should be
 */
export async function checkCage(
  access: ContainerAccess,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  const cage = await Cage.start({
    config: {
      name: 'probe',
      arn: 'arn:aws:lambda:us-east-1:000000000000:function:probe',
      directory: join(import.meta.dirname, 'probe'),
      handler: 'handler.handler',
      timeoutSeconds: 10,
      memoryMegabytes,
      ephemeralStorageMegabytes: storageMegabytes,
      environment: {},
      maximumConcurrency: 1,
      overflow: 'queue',
      logGroup: 'probe',
      layerDirectories: [],
    },
    access,
    folder,
    log,
  });
  try {
    const outcome = await cage.invoke({
      requestId: randomUUID(),
      body: Buffer.from(
        JSON.stringify({
          folders: ['/', '/opt', '/var/task', '/var/runtime', '/var/tmp', '/dev', '/dev/shm', '/run', '/tmp'],
          present: [
            '/dev/shm',
            '/bin/sh',
            '/usr',
            '/etc/ssl',
            '/lib/x86_64-linux-gnu/libz.so.1',
            '/dev/urandom',
          ],
        }),
      ),
      deadline: Date.now() + 10_000,
      functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:probe',
      traceId: '',
    });
    assert.ok(outcome.kind === 'response', JSON.stringify(outcome));
    const {
      storageMegabytes: storage,
      kernel,
      ...found
    } = JSON.parse(outcome.payload.toString()) as Record<string, unknown>;
    assert.deepEqual(found, {
      user: `${cageUser.uid}:${cageUser.gid}`,
      writable: ['/tmp'],
      present: ['/dev/urandom'],
      capabilities: '0000000000000000',
      noNewPrivileges: '1',
      // 2: a filter.
      seccomp: '2',
      openFiles: 1024,
      memoryMegabytes,
      processors: Math.min(availableParallelism(), 2),
    });
    // The file system's own tables take a part of it.
    assert.ok(
      Number(storage) <= storageMegabytes && Number(storage) > 0.8 * storageMegabytes,
      String(storage),
    );
    log(`[probe] ${String(kernel)}`);
  } finally {
    await cage.stop();
  }
}
