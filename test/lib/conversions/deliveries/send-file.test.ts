import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { producedDeliverable } from '#lib/conversions/deliveries/deliverable.ts';
import { blobTypeHeaders, sendFileTo } from '#lib/conversions/deliveries/send-file.ts';
import { AllowedHosts } from '#lib/engines/egress/allowed-hosts.ts';
import { closeAll, startHttp } from '../../../support/egress.ts';

afterEach(closeAll);

describe('a result on disk', () => {
  const missing = producedDeliverable({
    fileName: 'a.pdf',
    contentType: 'application/pdf',
    content: { path: join(tmpdir(), 'no-such-folder', 'a.pdf'), size: 1 },
    warnings: [],
  });

  it('is opened only when it is read', async () => {
    const unread = missing.read();
    await expect(buffer(Readable.from(missing.read()))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(unread).toBeDefined();
  });
});

describe('sending a file', () => {
  it('names its type and size', async () => {
    const received: IncomingHttpHeaders[] = [];
    const port = await startHttp((request, response) => {
      received.push(request.headers);
      request.resume().once('end', () => response.writeHead(204).end());
    });
    const file = { contentType: 'application/zip', size: 3, read: () => [Buffer.from('abc')] };
    const send = sendFileTo(AllowedHosts.parse('127.0.0.1'));
    const status = await send(`http://127.0.0.1:${port}/`, file, { milliseconds: 1_000 });
    expect(status).toBe(204);
    expect(received).toMatchObject([{ 'content-type': 'application/zip', 'content-length': '3' }]);
    expect(received[0]).not.toHaveProperty('x-ms-blob-type');
  });

  it.each([
    'account.blob.core.windows.net',
    'account.z13.blob.storage.azure.net',
    'account.blob.core.usgovcloudapi.net',
    'account.blob.core.chinacloudapi.cn',
  ])('names the type of a blob to %s', (host) => {
    expect(blobTypeHeaders(new URL(`https://${host}/c/a.pdf?sig=1`))).toEqual({
      'x-ms-blob-type': 'BlockBlob',
    });
  });

  it.each([
    'bucket.s3.amazonaws.com',
    'storage.googleapis.com',
    'blob.core.windows.net.evil.example',
    'xblob.core.windows.net',
  ])('does not to %s', (host) => {
    expect(blobTypeHeaders(new URL(`https://${host}/`))).toEqual({});
  });
});
