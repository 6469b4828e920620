import { parentPort, workerData } from 'node:worker_threads';
import { startS3 } from './server.ts';
import type { S3ThreadData, S3ThreadMessage } from './thread.ts';

/** What the thread of an S3 runs: it ends when the server has been stopped, or could not start. */
const port = parentPort;
if (!port) throw new Error('This is for threads');
const post = (message: S3ThreadMessage): void => port.postMessage(message);

try {
  const service = await startS3({ ...(workerData as S3ThreadData), log: (line) => post({ line }) });
  port.once('message', () => void service.stop());
  post({ endpoint: service.endpoint });
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  post({ failure: { message, code } });
}
