import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { messageLimits, objectLimits } from '#lib/storage/call-limits.ts';
import { limits } from '#lib/base/limits.ts';
import { isOutage } from '#lib/base/outage.ts';

/** The configuration of an AWS client for a server with that request listener. */
async function serve(response: RequestListener) {
  const server = createServer(response);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    [Symbol.dispose]: stop,
    options: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    } as const,
  };
}

const object = { Bucket: 'files', Key: 'a' };
const silence: RequestListener = () => undefined;
const pieces = Array.from({ length: 7 }, () => Buffer.alloc(1000, 'a'));
const whole = Buffer.concat(pieces);

async function* slowly(): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    await sleep(900);
    yield piece;
  }
}

/** The error of a call, and the milliseconds until it failed. */
async function failure(call: Promise<unknown>): Promise<{ error: unknown; after: number }> {
  const start = performance.now();
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, after: performance.now() - start };
}

describe.concurrent('a call to a store', () => {
  it('fails when the table does not respond', async () => {
    using server = await serve(silence);
    const client = new DynamoDBClient({ ...server.options, ...messageLimits, maxAttempts: 1 });
    const { error, after } = await failure(client.send(new ListTablesCommand({})));
    expect(isOutage(error)).toBe(true);
    const all = after * messageLimits.maxAttempts;
    expect(all).toBeLessThan(0.6 * limits.syncResponseMilliseconds);
  });

  it('fails when the bucket does not respond, or stalls in the middle of an object', async () => {
    for (const reply of [
      silence,
      ((_, response) => response.writeHead(200, { 'content-length': 9000 }).write('half')) as RequestListener,
    ]) {
      using server = await serve(reply);
      const client = new S3Client({ ...server.options, ...objectLimits, maxAttempts: 1 });
      const { error, after } = await failure(
        client.send(new GetObjectCommand(object)).then(({ Body }) => buffer(Body as Readable)),
      );
      expect(isOutage(error)).toBe(true);
      expect(after * objectLimits.maxAttempts).toBeLessThan(0.6 * limits.syncResponseMilliseconds);
    }
  });

  it('is not aborted while bytes of an object move, however slowly', async () => {
    let received = Buffer.alloc(0);
    using server = await serve((request, response) => {
      if (request.method === 'GET') {
        Readable.from(slowly()).pipe(response.writeHead(200, { 'content-length': whole.length }));
        return;
      }
      void buffer(request).then((body) => {
        received = body;
        response.end();
      });
    });
    const client = new S3Client({ ...server.options, ...objectLimits });
    const start = performance.now();
    const [{ Body }] = await Promise.all([
      client.send(new GetObjectCommand(object)),
      client.send(
        new PutObjectCommand({ ...object, Body: Readable.from(slowly()), ContentLength: whole.length }),
      ),
    ]);
    expect(await buffer(Body as Readable)).toEqual(whole);
    expect(received).toEqual(whole);
    expect(performance.now() - start).toBeGreaterThan(objectLimits.requestHandler.socketTimeout);
  });
});
