import { connect } from 'node:net';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials, errorOf, errorOfResponse, startLocalS3, type LocalS3 } from '../../testing/s3.ts';

const Bucket = 'files';
let now = new Date();
let s3: LocalS3;
beforeAll(async () => {
  s3 = await startLocalS3({ now: () => now });
  await s3.client.send(
    new PutObjectCommand({ Bucket, Key: 'a (1).pdf', Body: 'content of a', ContentType: 'text/html' }),
  );
  await s3.client.send(new PutObjectCommand({ Bucket, Key: 'b.pdf', Body: 'content of b' }));
});
afterAll(() => s3[Symbol.asyncDispose]());

const presignedGet = (expiresIn = 900) =>
  getSignedUrl(
    s3.client,
    new GetObjectCommand({
      Bucket,
      Key: 'a (1).pdf',
      ResponseContentType: 'application/pdf',
      ResponseContentDisposition: `attachment; filename*=UTF-8''Zo%C3%AB.pdf`,
      ResponseCacheControl: 'private',
    }),
    { expiresIn },
  );

describe('a presigned GET', () => {
  test('serves the object with the header fields that the signer chose', async () => {
    const response = await fetch(await presignedGet());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''Zo%C3%AB.pdf`);
    expect(response.headers.get('cache-control')).toBe('private');
    expect(response.headers.get('x-amz-request-id')).toMatch(/^[0-9A-F]{16}$/);
    expect(await response.text()).toBe('content of a');
  });

  test('serves ranges, for which nobody has to sign', async () => {
    const response = await fetch(await presignedGet(), { headers: { range: 'bytes=0-6' } });
    expect([response.status, await response.text()]).toEqual([206, 'content']);
  });

  test.each<[string, (url: string) => string]>([
    ['key', (url) => url.replace('a%20%281%29.pdf', 'b.pdf')],
    ['number of slashes', (url) => url.replace('/files/', '/files//')],
    ['bucket', (url) => url.replace('/files/', '/other/')],
    ['disposition', (url) => url.replace('attachment', 'inline')],
    ['response type', (url) => url.replace('application%2Fpdf', 'text%2Fhtml')],
    ['set of parameters', (url) => `${url}&response-expires=0`],
    ['expiry', (url) => url.replace('Expires=900', 'Expires=9000')],
    ['signature', (url) => url.replace(/Signature=[0-9a-f]{64}/, `Signature=${'0'.repeat(64)}`)],
    ['subresource', (url) => `${url}&acl`],
  ])('with another %s is rejected', async (_, tamper) => {
    const url = await presignedGet();
    expect(tamper(url)).not.toBe(url);
    expect(await errorOfResponse(await fetch(tamper(url)))).toBe('403 SignatureDoesNotMatch');
  });

  test.each(['PUT', 'DELETE', 'POST'])('does not serve %s', async (method) => {
    const body = method === 'DELETE' ? {} : { body: 'x' };
    expect(await errorOfResponse(await fetch(await presignedGet(), { method, ...body }))).toBe(
      '403 SignatureDoesNotMatch',
    );
    const head = await s3.client.send(new HeadObjectCommand({ Bucket, Key: 'a (1).pdf' }));
    expect(head.ContentLength).toBe(12);
  });

  test('is rejected once it has expired', async () => {
    const url = await presignedGet(60);
    now = new Date(Date.now() + 50_000);
    expect((await fetch(url)).status).toBe(200);
    now = new Date(Date.now() + 61_000);
    const response = await fetch(url);
    now = new Date();
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(await errorOfResponse(response)).toBe('403 AccessDenied');
  });

  test('is rejected with an x-amz header added', async () => {
    const response = await fetch(await presignedGet(), { headers: { 'x-amz-checksum-mode': 'ENABLED' } });
    expect(await errorOfResponse(response)).toBe('403 AccessDenied');
  });

  test('of a text that no header field can hold is rejected', async () => {
    const command = new GetObjectCommand({
      Bucket,
      Key: 'b.pdf',
      ResponseContentDisposition: 'inline; filename="文.pdf"',
    });
    expect(await errorOfResponse(await fetch(await getSignedUrl(s3.client, command)))).toBe(
      '400 InvalidArgument',
    );
    const split = new GetObjectCommand({ Bucket, Key: 'b.pdf', ResponseContentType: 'a\r\nset-cookie: b' });
    expect(await errorOfResponse(await fetch(await getSignedUrl(s3.client, split)))).toBe(
      '400 InvalidArgument',
    );
  });
});

describe('a presigned PUT', () => {
  const presign = (command: PutObjectCommand) =>
    getSignedUrl(s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' }), command);

  test('stores what it is sent', async () => {
    const url = await presign(new PutObjectCommand({ Bucket, Key: 'put', Metadata: { owner: 'me' } }));
    const response = await fetch(url, {
      method: 'PUT',
      body: 'by fetch',
      headers: { 'content-type': 'text/plain' },
    });
    expect(response.status).toBe(200);
    const got = await s3.client.send(new GetObjectCommand({ Bucket, Key: 'put' }));
    expect(got).toMatchObject({ ContentType: 'text/plain', Metadata: { owner: 'me' } });
    expect(await got.Body?.transformToString()).toBe('by fetch');
  });

  test('holds the body against a length that was signed', async () => {
    const url = await getSignedUrl(
      s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
      new PutObjectCommand({ Bucket, Key: 'put', ContentLength: 3 }),
      { signableHeaders: new Set(['content-length']) },
    );
    expect((await fetch(url, { method: 'PUT', body: 'abc' })).status).toBe(200);
    expect(await errorOfResponse(await fetch(url, { method: 'PUT', body: 'abcd' }))).toBe(
      '403 SignatureDoesNotMatch',
    );
  });

  test('that carries the checksum of an empty body, as the SDK signs by default, takes an empty body only', async () => {
    const url = await getSignedUrl(s3.client, new PutObjectCommand({ Bucket, Key: 'put' }));
    expect(await errorOfResponse(await fetch(url, { method: 'PUT', body: 'abc' }))).toBe('400 BadDigest');
    expect((await fetch(url, { method: 'PUT', body: '' })).status).toBe(200);
  });

  test('needs a length', async () => {
    const url = await presign(new PutObjectCommand({ Bucket, Key: 'put' }));
    const body = new Blob(['abc']).stream();
    const response = await fetch(url, { method: 'PUT', body, duplex: 'half' });
    expect(await errorOfResponse(response)).toBe('411 MissingContentLength');
  });
});

describe('a signed request', () => {
  test.each([
    [{ secretAccessKey: 'other' }, '403 SignatureDoesNotMatch'],
    [{ accessKeyId: 'other' }, '403 InvalidAccessKeyId'],
  ])('with %j is rejected', async (changed, expected) => {
    const client = s3.connect({ credentials: { ...credentials, ...changed } });
    expect(await errorOf(client.send(new GetObjectCommand({ Bucket, Key: 'b.pdf' })))).toBe(expected);
    expect(await errorOf(client.send(new PutObjectCommand({ Bucket, Key: 'b.pdf', Body: 'x' })))).toBe(
      expected,
    );
    expect(await errorOf(client.send(new DeleteObjectCommand({ Bucket, Key: 'b.pdf' })))).toBe(expected);
    expect(await errorOf(client.send(new ListObjectsV2Command({ Bucket })))).toBe(expected);
  });

  test('from a clock twenty minutes off is rejected', async () => {
    now = new Date(Date.now() + 20 * 60_000);
    // The SDK would set its clock by the response and succeed on a second attempt.
    const result = await errorOf(s3.connect().send(new GetObjectCommand({ Bucket, Key: 'b.pdf' })));
    now = new Date();
    expect(result).toBe('403 RequestTimeTooSkewed');
  });

  test('whose body is not the one that was signed is rejected, and stores nothing', async () => {
    const client = s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    client.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: unknown }).body = 'tampered';
        return next(args);
      },
      { step: 'deserialize', name: 'tamper', priority: 'low' },
    );
    const blobs = await s3.countBlobs();
    const sent = client.send(new PutObjectCommand({ Bucket, Key: 'b.pdf', Body: 'original' }));
    expect(await errorOf(sent)).toBe('400 XAmzContentSHA256Mismatch');
    expect(await s3.countBlobs()).toBe(blobs);
    const got = await s3.client.send(new GetObjectCommand({ Bucket, Key: 'b.pdf' }));
    expect(await got.Body?.transformToString()).toBe('content of b');
  });
});

describe('an unsigned request', () => {
  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'POST'])('of %s is rejected', async (method) => {
    for (const path of ['/files/b.pdf', '/files', '/files?list-type=2', '/files?delete', '/absent/x', '/']) {
      const body = method === 'PUT' || method === 'POST' ? { body: 'x' } : {};
      const response = await fetch(`${s3.endpoint}${path}`, { method, ...body });
      expect([response.status, await response.text()]).toEqual([
        403,
        method === 'HEAD' ? '' : (expect.stringContaining('<Code>AccessDenied</Code>') as string),
      ]);
    }
  });

  test('that looks like an upload form is rejected everywhere but at a bucket', async () => {
    const body = new FormData();
    body.append('key', 'x');
    body.append('file', new Blob(['x']));
    for (const path of ['/files/x', '/files?delete', '/files?uploads', '/files/x?uploads']) {
      const response = await fetch(`${s3.endpoint}${path}`, { method: 'POST', body });
      expect(await errorOfResponse(response)).toBe('403 AccessDenied');
    }
  });

  test('with response parameters is rejected', async () => {
    const response = await fetch(`${s3.endpoint}/files/b.pdf?response-content-type=text/html`);
    expect(await errorOfResponse(response)).toBe('403 AccessDenied');
  });
});

test('an upload that breaks off leaves the old object and no rubbish', async () => {
  const blobs = await s3.countBlobs();
  const client = s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  const url = new URL(await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'b.pdf' })));
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.write(
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: 1000000\r\n\r\npart`,
  );
  await expect.poll(() => s3.countBlobs()).toBe(blobs + 1);
  socket.destroy();
  await expect.poll(() => s3.countBlobs()).toBe(blobs);
  const got = await s3.client.send(new GetObjectCommand({ Bucket, Key: 'b.pdf' }));
  expect(await got.Body?.transformToString()).toBe('content of b');
});

test('a client that waits for 100 Continue is rejected before it sends its body', async () => {
  const { port, host } = new URL(s3.endpoint);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `PUT /files/x HTTP/1.1\r\nhost: ${host}\r\nexpect: 100-continue\r\ncontent-length: 1000\r\n\r\n`,
  );
  const response = Buffer.concat((await socket.toArray()) as Buffer[]).toString();
  expect(response).toMatch(/^HTTP\/1\.1 403 /);
});

test('a body over the largest of one request is rejected before it is read', async () => {
  const client = s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  const url = new URL(await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'x' })));
  const socket = connect(Number(url.port), '127.0.0.1');
  const length = 5 * 1024 ** 3 + 1;
  socket.write(
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: ${String(length)}\r\n\r\n`,
  );
  const [response] = (await socket.take(1).toArray()) as [Buffer];
  socket.destroy();
  expect(response.toString()).toContain('EntityTooLarge');
});
