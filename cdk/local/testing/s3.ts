import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { S3Client, S3ServiceException, type S3ClientConfig } from '@aws-sdk/client-s3';
import { startS3, type Bucket, type S3Options } from '../src/s3/server.ts';

export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** A running S3 with one bucket, `files`, in a folder of its own. */
export interface LocalS3 extends AsyncDisposable {
  endpoint: string;
  directory: string;
  client: S3Client;
  /** Another client of the same server. */
  connect(config?: S3ClientConfig): S3Client;
  /** Starts the server again on the same folder. */
  restart(options?: Partial<S3Options>): Promise<void>;
  /** How many files hold bytes of objects or parts. */
  countBlobs(): Promise<number>;
}

export async function startLocalS3(
  options: Partial<S3Options> & { bucket?: Partial<Bucket> } = {},
): Promise<LocalS3> {
  const directory = await mkdtemp(path.join(tmpdir(), 'local-s3-'));
  const { bucket, ...rest } = options;
  const buckets = [
    { name: 'files', cors: [], lifecycle: [], ...bucket },
    { name: 'other', cors: [], lifecycle: [] },
  ];
  const start = (changed: Partial<S3Options> = {}) =>
    startS3({ directory, port: 0, credentials, buckets, ...rest, ...changed });
  let service = await start();
  const clients: S3Client[] = [];
  const connect = (config: S3ClientConfig = {}) => {
    const client = new S3Client({
      endpoint: service.endpoint,
      region: 'us-east-1',
      credentials,
      forcePathStyle: true,
      maxAttempts: 1,
      ...config,
    });
    clients.push(client);
    return client;
  };
  const local: LocalS3 = {
    endpoint: service.endpoint,
    directory,
    client: connect(),
    connect,
    restart: async (changed) => {
      await service.stop();
      service = await start(changed);
      local.endpoint = service.endpoint;
      local.client = connect();
    },
    countBlobs: async () => (await readdir(path.join(directory, 'blobs'))).length,
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) client.destroy();
      await service.stop();
      await rm(directory, { recursive: true });
    },
  };
  return local;
}

/** Code and status of the errorOf that a call ends in. */
export async function errorOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'not rejected';
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    return `${String(error.$metadata.httpStatusCode)} ${error.name}`;
  }
}

/** Code and status of an error document. */
export async function errorOfResponse(response: Response): Promise<string> {
  const code = /<Code>([^<]*)</.exec(await response.text())?.[1] ?? '(no code)';
  return `${String(response.status)} ${code}`;
}
