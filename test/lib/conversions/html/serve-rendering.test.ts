import { pageDefaults } from '#lib/api/fields/html/defaults.ts';
import type { Logger } from '@aws-lambda-powertools/logger';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { S3InputStore } from '#lib/storage/s3/input-store.ts';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';
import type { Rendering, RenderRequest, UploadedContent } from '#lib/engines/html/render-request.ts';
import { SpanLog } from '#lib/base/observability/span-log.ts';
import { carryFiles } from '#lib/conversions/html/carry-files.ts';
import { type RenderMessage, renderMessage, renderReply } from '#lib/conversions/html/message.ts';
import { inlineReply } from '#lib/conversions/html/reply.ts';
import { serveRendering } from '#lib/conversions/html/serve-rendering.ts';
import { sampleFont, sampleWoff2 } from '../../../support/font-tables.ts';
import { type LocalS3, startLocalS3 } from 'local-stack/testing/s3';

let s3: LocalS3;
let objects: ObjectStore;
let inputs: S3InputStore;
let workDirectory: string;

beforeAll(async () => {
  s3 = await startLocalS3();
  objects = new ObjectStore(s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' }), 'files');
  inputs = new S3InputStore(objects);
  workDirectory = mkdtempSync(join(tmpdir(), 'serve-rendering-'));
});

afterAll(async () => {
  rmSync(workDirectory, { recursive: true });
  await s3[Symbol.asyncDispose]();
});

const inline = (fileName: string, bytes: Buffer): InputFile => ({
  field: 'file',
  fileName,
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

async function messageOf(
  source: RenderMessage['source'],
  key = 'results/k/r',
): Promise<RenderMessage & { result: NonNullable<RenderMessage['result']> }> {
  return {
    version: 1,
    requestId: 'request',
    deadline: Date.now() + 10_000,
    source,
    page: pageDefaults,
    output: {
      format: 'png',
      image: {
        width: 1280,
        height: 800,
        fullPage: true,
        deviceScaleFactor: 1,
        quality: 90,
        omitBackground: false,
      },
    },
    result: await objects.presignWrite(key, 'image/png'),
  };
}

const url: RenderMessage['source'] = { kind: 'url', url: 'https://example.com/', failOnHttpError: true };

/** Serves a message as Lambda carries it, and checks that its reply would fit and be understood. */
async function serve(message: RenderMessage, work: (request: RenderRequest) => Partial<Rendering>) {
  const lines: Record<string, unknown>[] = [];
  const write = (text: string, fields: object): number => lines.push({ text, ...fields });
  const { reply, content } = await serveRendering(
    JSON.parse(JSON.stringify(message)),
    {
      render: (request) =>
        Promise.resolve({ content: Buffer.from('picture'), title: '', warnings: [], ...work(request) }),
    },
    {
      largestAttachment: 4_300_000,
      workDirectory,
      log: new SpanLog({ info: write, warn: write, error: write } as unknown as Logger),
    },
  );
  expect(readdirSync(workDirectory)).toEqual([]);
  const text = JSON.stringify(inlineReply({ reply, content }));
  expect(Buffer.byteLength(text)).toBeLessThan(6_291_456);
  return { reply: renderReply.parse(JSON.parse(text)), lines };
}

const kindOf = (content: UploadedContent) => (content instanceof Uint8Array ? 'memory' : 'file');

describe('a message to the renderer', () => {
  it('carries small files itself and leads to large ones', async () => {
    const large = randomBytes(3_500_000);
    const files = [
      inline('page.html', Buffer.from('<img src=large.png>')),
      inline('large.png', large),
      inline('small.css', Buffer.from('p {}')),
    ];
    const { carried, kept } = await carryFiles(files, 'key_1', 'file_1', inputs);
    expect(carried.map(({ kind }) => kind)).toEqual(['inline', 'object', 'inline']);
    expect(kept).toHaveLength(1);
    const [content, image, style] = carried;
    if (!content || !image || !style) throw new Error('three files were carried');
    const seen: { name: string; kind: string; bytes: Buffer }[] = [];
    const message = await messageOf({
      kind: 'html',
      content,
      assets: [
        { name: 'large.png', content: image },
        { name: 'small.css', content: style },
      ],
    });
    await serve(message, (request) => {
      const { source } = request;
      if (source.kind !== 'html') throw new Error('an HTML file was to be rendered');
      for (const { name, content } of [{ name: 'page', content: source.content }, ...source.assets]) {
        // As long as it is rendered: afterwards its files are gone.
        const bytes = content instanceof Uint8Array ? Buffer.from(content) : readFileSync(content.path);
        seen.push({ name, kind: kindOf(content), bytes });
      }
      return {};
    });
    expect(seen.map(({ name, kind }) => [name, kind])).toEqual([
      ['page', 'memory'],
      ['large.png', 'file'],
      ['small.css', 'memory'],
    ]);
    expect(seen[0]?.bytes.toString()).toBe('<img src=large.png>');
    expect(seen[1]?.bytes.equals(large)).toBe(true);
  });

  it('brings fonts, which are unpacked', async () => {
    const large = Buffer.concat([sampleFont(), Buffer.alloc(3_000_000)]);
    const files = [inline('a.woff2', sampleWoff2()), inline('b.ttf', large)];
    const { carried } = await carryFiles(files, 'key_1', 'file_4', inputs);
    const fonts = carried.map((content, index) => ({ field: `fonts[${index}]`, content }));
    const seen: unknown[] = [];
    await serve({ ...(await messageOf(url)), fonts }, (request) => {
      seen.push(
        ...(request.fonts ?? []).map(({ field, face, bytes }) => [field, face.families, bytes.length]),
      );
      return {};
    });
    expect(seen).toEqual([
      ['fonts[0]', ['Sample Sans'], sampleFont().length],
      ['fonts[1]', ['Sample Sans'], large.length],
    ]);
  });

  it('is rejected with the field of a font that is at fault', async () => {
    const content = { kind: 'inline' as const, base64: sampleFont().subarray(0, 5000).toString('base64') };
    const message = { ...(await messageOf(url)), fonts: [{ field: 'fonts[0]', content }] };
    const { reply } = await serve(message, () => ({}));
    expect(reply).toMatchObject({
      kind: 'rejected',
      code: 'invalid-file-type',
      fault: { field: 'fonts[0]', message: expect.stringContaining('is a damaged font') as string },
    });
  });

  it('is below the limit of Lambda with the most that a request can hold', async () => {
    const files = Array.from({ length: 9 }, (_, index) => inline(`${index}`, Buffer.alloc(520_000, index)));
    const { carried } = await carryFiles(files, 'key_1', 'file_2', inputs);
    const [content, ...assets] = carried;
    if (!content) throw new Error('files were carried');
    const message = await messageOf({
      kind: 'html',
      content,
      assets: assets.map((asset) => ({ name: 'x'.repeat(255), content: asset })),
    });
    expect(Buffer.byteLength(JSON.stringify(message)) + 1_500_000).toBeLessThan(6_291_456);
  });

  it('notices that a file was replaced or deleted on the way', async () => {
    const { carried, kept } = await carryFiles(
      [inline('page.html', Buffer.alloc(3_100_000, 'a'))],
      'key_1',
      'file_3',
      inputs,
    );
    const other = Buffer.alloc(3_100_000, 'b');
    await objects.put(
      kept[0]?.key ?? '',
      other,
      'text/html',
      createHash('sha256').update(other).digest('hex'),
    );
    const [content] = carried;
    if (!content) throw new Error('a file was carried');
    const { reply } = await serve(await messageOf({ kind: 'html', content, assets: [] }), () => ({}));
    expect(reply).toMatchObject({
      kind: 'rejected',
      code: 'invalid-field',
      fault: { field: 'file', message: 'was replaced before it was read' },
    });
    await objects.delete(kept[0]?.key ?? '');
    const deleted = await serve(await messageOf({ kind: 'html', content, assets: [] }), () => ({}));
    expect(deleted.reply).toMatchObject({
      kind: 'rejected',
      code: 'gone',
      fault: { field: 'file', message: 'was deleted before it was read' },
    });
  });

  it('fails when files do not arrive in time, and leaves no files behind', async () => {
    const site = createServer((_, response) => void response.writeHead(200).write('<p>'));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    const slow = {
      kind: 'object' as const,
      field: 'file',
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      size: 9,
    };
    const message = await messageOf({ kind: 'html', content: slow, assets: [] });
    const { reply } = await serve({ ...message, deadline: Date.now() + 200 }, () => ({}));
    expect(reply).toMatchObject({ kind: 'rejected', code: 'render-timeout' });
    site.closeAllConnections();
    site.close();
  });

  it.each([
    ['another version', { version: 2 }],
    ['no deadline', { deadline: undefined }],
    ['an unknown format', { output: { format: 'gif' } }],
  ])('with %s is a fault of the service', async (_, change) => {
    const message = { ...(await messageOf(url)), ...change };
    expect(renderMessage.safeParse(message).success).toBe(false);
  });
});

describe('a reply of the renderer', () => {
  it('holds a small result', async () => {
    const message = { ...(await messageOf(url)), keyId: 'key_1', traceId: 'a'.repeat(32) };
    const { reply, lines } = await serve(message, () => ({
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
    const { reply } = await serve(await messageOf(url, 'results/k/large'), () => ({ content }));
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(reply).toMatchObject({ content: { kind: 'stored', size: content.length, sha256 } });
    const stream = await s3.client.send(new GetObjectCommand({ Bucket: 'files', Key: 'results/k/large' }));
    expect(stream.ContentType).toBe('image/png');
    expect(Buffer.from((await stream.Body?.transformToByteArray()) ?? []).equals(content)).toBe(true);
  });

  it('is shortened to the limits, whatever warnings a page causes', async () => {
    const { reply } = await serve(await messageOf(url), () => ({
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
    const message = await messageOf(url);
    const { reply } = await serve(message, () => {
      throw new AppError('render-failed', 'The page crashed.', { cause: new Error('inside') });
    });
    expect(reply).toEqual({ kind: 'rejected', code: 'render-failed', message: 'The page crashed.' });
    await expect(
      serve(message, () => {
        throw new Error('inside');
      }),
    ).rejects.toThrow('inside');
  });

  it('is rejected if it is too large and there is no presigned URL', async () => {
    const { result: _, ...message } = await messageOf(url);
    const { reply } = await serve(message, () => ({ content: Buffer.alloc(4_700_000) }));
    expect(reply).toMatchObject({ kind: 'rejected', code: 'file-too-large' });
  });

  it('cannot be stored by another request than the signed one', async () => {
    const { result } = await messageOf(url, 'results/k/mine');
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
