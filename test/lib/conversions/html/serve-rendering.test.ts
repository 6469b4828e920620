import { GetObjectCommand } from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import { urlSource, useMessageServer } from '../../../support/message-server.ts';

const used = useMessageServer();

describe('a reply of the renderer', () => {
  it('holds a small result', async () => {
    const message = { ...(await used.server.messageOf(urlSource)), keyId: 'key_1', traceId: 'a'.repeat(32) };
    const { reply, lines } = await used.server.serve(message, () => ({
      title: 'Title',
      width: 10,
      height: 20,
      warnings: [{ code: 'http-404', message: 'is not there', url: 'https://example.com/a.png' }],
    }));
    expect(reply).toEqual({
      kind: 'rendered',
      title: 'Title',
      width: 10,
      height: 20,
      warnings: [{ code: 'http-404', message: 'is not there', url: 'https://example.com/a.png' }],
      content: { kind: 'inline', base64: Buffer.from('picture').toString('base64') },
    });
    expect(lines).toEqual([
      {
        text: 'rendering',
        requestId: 'request',
        keyId: 'key_1',
        traceId: 'a'.repeat(32),
        format: 'png',
        result: 'rendered',
        milliseconds: expect.any(Number) as number,
        outputBytes: 7,
        stages: {
          download: expect.any(Number) as number,
          render: expect.any(Number) as number,
          store: expect.any(Number) as number,
        },
      },
    ]);
  });

  it('stores a large result at the presigned URL', async () => {
    const content = randomBytes(4_700_000);
    const { reply } = await used.server.serve(
      await used.server.messageOf(urlSource, 'results/k/large'),
      () => ({ content }),
    );
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(reply).toMatchObject({ content: { kind: 'stored', size: content.length, sha256 } });
    const stream = await used.server.s3.client.send(
      new GetObjectCommand({ Bucket: 'files', Key: 'results/k/large' }),
    );
    expect(stream.ContentType).toBe('image/png');
    expect(Buffer.from((await stream.Body?.transformToByteArray()) ?? []).equals(content)).toBe(true);
  });

  it('is shortened to the limits, whatever warnings a page causes', async () => {
    const { reply } = await used.server.serve(await used.server.messageOf(urlSource), () => ({
      title: 't'.repeat(100_000),
      warnings: Array.from({ length: 5000 }, () => ({
        code: 'failed',
        message: '\u{1f600}'.repeat(5000),
        url: `https://example.com/${'x'.repeat(1_000_000)}`,
      })),
    }));
    expect(reply).toMatchObject({ kind: 'rendered' });
    expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThan(400_000);
  });

  it('replies with faults of the page, and throws other errors', async () => {
    const message = await used.server.messageOf(urlSource);
    const { reply } = await used.server.serve(message, () => {
      throw new AppError('render-failed', 'The page crashed.', { cause: new Error('inside') });
    });
    expect(reply).toEqual({ kind: 'rejected', code: 'render-failed', message: 'The page crashed.' });
    await expect(
      used.server.serve(message, () => {
        throw new Error('inside');
      }),
    ).rejects.toThrow('inside');
  });

  it('is rejected if it is too large and there is no presigned URL', async () => {
    const { result: _, ...message } = await used.server.messageOf(urlSource);
    const { reply } = await used.server.serve(message, () => ({ content: Buffer.alloc(4_700_000) }));
    expect(reply).toMatchObject({ kind: 'rejected', code: 'file-too-large' });
  });

  it('cannot be stored by another request than the signed one', async () => {
    const { result } = await used.server.messageOf(urlSource, 'results/k/mine');
    const body = 'x';
    const type = await fetch(result.url, { method: 'PUT', headers: { 'content-type': 'text/html' }, body });
    const place = await fetch(result.url.replace('mine', 'yours'), {
      method: 'PUT',
      headers: result.headers,
      body,
    });
    expect([type.status, place.status]).toEqual([403, 403]);
  });
});
