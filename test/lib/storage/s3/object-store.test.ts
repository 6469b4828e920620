import { S3Client } from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';
import type { Content } from '#lib/files/produced-file.ts';

const pieces = Array.from({ length: 900 }, (_, index) => randomBytes(index % 9 === 0 ? 91_000 : 1 + index));
pieces.push(randomBytes(1024 * 1024), randomBytes(3));
const whole = Buffer.concat(pieces);
const sha256 = createHash('sha256').update(whole).digest('hex');

type Reply = (request: IncomingMessage, response: ServerResponse) => void;
const stored: Reply = (_, response) => response.setHeader('etag', '"1"').end();
const failing: Reply = (_, response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
const rejecting: Reply = (_, response) =>
  response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
const breaking: Reply = (request) => request.socket.destroy();

const silent = (): void => undefined;

describe('content sent in pieces', () => {
  let folder: string;
  let server: Server | undefined;
  let received: Buffer[];
  const inMemory: Content = { chunks: pieces, size: whole.length };
  let onDisk: Content;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'object-store-'));
    onDisk = { path: join(folder, 'file'), size: whole.length };
    await writeFile(onDisk.path, whole);
  });
  afterAll(() => rm(folder, { recursive: true }));
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A store whose S3 returns these responses in turn. */
  async function storeWith(...responses: Reply[]): Promise<ObjectStore> {
    received = [];
    server = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push(body);
        responses.shift()?.(request, response);
      });
    });
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const client = new S3Client({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      // The SDK warns of each stream that it does not retry.
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    });
    return new ObjectStore(client, 'files');
  }
  const put = (store: ObjectStore, content: Content) => store.put('a', content, 'text/plain', sha256);

  it.each([
    ['memory', () => inMemory],
    ['a file', () => onDisk],
  ])('from %s is sent again when the connection breaks or S3 fails', async (_, content) => {
    const store = await storeWith(breaking, failing, stored);
    expect(await put(store, content())).toBe('"1"');
    expect(received).toHaveLength(3);
    expect(received.every((body) => body.equals(whole))).toBe(true);
  });

  it('fails after the third attempt', async () => {
    const store = await storeWith(failing, failing, failing, stored);
    await expect(put(store, inMemory)).rejects.toMatchObject({ name: 'SlowDown' });
    expect(received).toHaveLength(3);
  });

  it('is not sent again when S3 rejects it', async () => {
    const store = await storeWith(rejecting, stored);
    await expect(put(store, onDisk)).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(received).toHaveLength(1);
  });
});
