import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SQSClient } from '@aws-sdk/client-sqs';
import { onTestFinished } from 'vitest';

import { startSqs, type LocalSqs, type Queue } from '../src/sqs/server.ts';

export const credentials = { accessKeyId: 'AKIALOCAL', secretAccessKey: 'local-secret' };

export const plain: Queue = {
  name: 'jobs',
  visibilityTimeoutSeconds: 30,
  retentionSeconds: 345_600,
  delaySeconds: 0,
  receiveWaitSeconds: 0,
};

/** A clock that moves only when it is advanced. */
export function manualClock() {
  let time = Date.parse('2026-01-01T00:00:00Z');
  return {
    now: () => time,
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'local-sqs-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export function clientOf(sqs: LocalSqs, keys = credentials): SQSClient {
  const client = new SQSClient({
    endpoint: sqs.endpoint,
    region: 'us-east-1',
    credentials: keys,
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  return client;
}

/** Starts queues in a folder of their own and stops them after the test. */
export async function startQueues(options: {
  queues?: Queue[];
  now?: () => number;
  directory?: string;
}): Promise<{ sqs: LocalSqs; client: SQSClient; url: string }> {
  const queues = options.queues ?? [plain];
  const sqs = await startSqs({
    directory: options.directory ?? (await temporaryDirectory()),
    port: 0,
    credentials,
    queues,
    ...(options.now && { now: options.now }),
  });
  onTestFinished(() => sqs.stop());
  return {
    sqs,
    client: clientOf(sqs),
    url: sqs.queueUrl(queues[0]?.name ?? ''),
  };
}
