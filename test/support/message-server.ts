import type { Logger } from '@aws-lambda-powertools/logger';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalS3, startLocalS3 } from 'local-stack/testing/s3';
import { afterAll, beforeAll, expect } from 'vitest';
import { imageDefaults, pageDefaults } from '#lib/api/fields/html/defaults.ts';
import { SpanLog } from '#lib/base/observability/span-log.ts';
import { type RenderMessage, type RenderReply, renderReply } from '#lib/conversions/html/message.ts';
import { inlineReply } from '#lib/conversions/html/reply.ts';
import { serveRendering } from '#lib/conversions/html/serve-rendering.ts';
import type { Rendering, RenderRequest } from '#lib/engines/html/render-request.ts';
import { S3InputStore } from '#lib/storage/s3/input-store.ts';
import { ObjectStore } from '#lib/storage/s3/object-store.ts';

/** What serves messages to the renderer function in tests: a local S3 and a folder for files. */
export class MessageServer {
  readonly s3: LocalS3;
  readonly objects: ObjectStore;
  readonly inputs: S3InputStore;
  readonly workDirectory = mkdtempSync(join(tmpdir(), 'serve-rendering-'));

  constructor(s3: LocalS3) {
    this.s3 = s3;
    this.objects = new ObjectStore(s3.connect({ requestChecksumCalculation: 'WHEN_REQUIRED' }), 'files');
    this.inputs = new S3InputStore(this.objects);
  }

  /** A message that requests a picture, whose result can be stored as `key`. */
  async messageOf(
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
        image: imageDefaults,
      },
      result: await this.objects.presignWrite(key, 'image/png'),
    };
  }

  /**
   * Serves a message as Lambda carries it, and checks that its reply would fit and be understood, and that no file is left.
   *
   * @param work renders in place of Chromium
   */
  async serve(
    message: RenderMessage,
    work: (request: RenderRequest) => Partial<Rendering>,
  ): Promise<{ reply: RenderReply; lines: Record<string, unknown>[] }> {
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
        workDirectory: this.workDirectory,
        log: new SpanLog({ info: write, warn: write, error: write } as unknown as Logger),
      },
    );
    expect(readdirSync(this.workDirectory)).toEqual([]);
    const text = JSON.stringify(inlineReply({ reply, content }));
    expect(Buffer.byteLength(text)).toBeLessThan(6_291_456);
    return { reply: renderReply.parse(JSON.parse(text)), lines };
  }
}

/** A server for the tests of a file. */
export function useMessageServer(): { readonly server: MessageServer } {
  let server: MessageServer | undefined;
  beforeAll(async () => {
    server = new MessageServer(await startLocalS3());
  });
  afterAll(async () => {
    if (!server) return;
    rmSync(server.workDirectory, { recursive: true });
    await server.s3[Symbol.asyncDispose]();
  });
  return {
    get server() {
      if (!server) throw new Error('The server is there in tests only.');
      return server;
    },
  };
}

/** A page by its URL, which is not loaded in tests. */
export const urlSource: RenderMessage['source'] = {
  kind: 'url',
  url: 'https://example.com/',
  failOnHttpError: true,
};
