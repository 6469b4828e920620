import { Worker } from 'node:worker_threads';
import type { LocalService, Log } from '../service.ts';
import type { S3Options } from './server.ts';

/** What a thread is given; it has its own clock. */
export type S3ThreadData = Omit<S3Options, 'now' | 'log'>;

/** What a thread says. */
export type S3ThreadMessage =
  { line: string } | { endpoint: string } | { failure: { message: string; code: string | undefined } };

/**
 * Starts an S3 in a thread of its own. It hashes, copies and collects as garbage whatever passes through it, which would
 * hold up gateway and functions.
 *
 * @throws {Error} with the code `EADDRINUSE` if the port is taken
 */
export async function startS3Thread({ log, ...data }: S3ThreadData & { log: Log }): Promise<LocalService> {
  const worker = new Worker(new URL('thread-main.ts', import.meta.url), {
    workerData: data,
    // Buffers that pass through are small objects to the heap: in a small young generation they are let go of soon.
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const started = Promise.withResolvers<string>();
  worker.on('message', (message: S3ThreadMessage) => {
    if ('line' in message) log(message.line);
    else if ('endpoint' in message) started.resolve(message.endpoint);
    else {
      const { message: text, code } = message.failure;
      started.reject(Object.assign(new Error(text), { code }));
    }
  });
  worker.once('error', started.reject);
  const endpoint = await started.promise;
  // From now on a defect ends the process, as it does in the services without a thread.
  worker.off('error', started.reject);
  return {
    endpoint,
    stop: async () => {
      worker.postMessage('stop');
      await ended;
    },
  };
}
