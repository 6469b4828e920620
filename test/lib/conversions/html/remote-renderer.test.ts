import { LambdaClient } from '@aws-sdk/client-lambda';
import { type AddressInfo, connect, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageDefaults, pageDefaults } from '#lib/api/fields/html/defaults.ts';
import type { RenderMessage, RenderReply } from '#lib/conversions/html/message.ts';
import { RemoteRenderer } from '#lib/conversions/html/remote-renderer.ts';
import { sendReply } from '#lib/conversions/html/reply.ts';
import { type InvokeOutcome, startInvokeApi } from 'local-stack/lambda';
import type { LocalService } from 'local-stack';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const message: RenderMessage = {
  version: 1,
  requestId: 'request',
  deadline: Date.now() + 10_000,
  source: { kind: 'url', url: 'https://example.com/', failOnHttpError: true },
  page: pageDefaults,
  output: {
    format: 'png',
    image: imageDefaults,
  },
  result: { url: 'https://example.com/put', headers: {} },
};

let service: LocalService;
let lambda: LambdaClient;
let renderer: RemoteRenderer;
let outcome: () => Promise<InvokeOutcome>;
let received: string;

beforeEach(async () => {
  service = await startInvokeApi({
    port: 0,
    credentials,
    invoke: (name, payload) => {
      expect(name).toBe('Renderer');
      received = payload.toString();
      return outcome();
    },
    log: (line) => expect.fail(line),
  });
  lambda = new LambdaClient({
    endpoint: service.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
  renderer = new RemoteRenderer(lambda, 'Renderer', false);
});

afterEach(() => service.stop());

const replies = (reply: RenderReply) => (): Promise<InvokeOutcome> =>
  Promise.resolve({ kind: 'response', payload: JSON.stringify(reply) });

it('asks the renderer function and returns its reply', async () => {
  const described = { title: 'Title', pages: 2, warnings: [] };
  outcome = replies({ kind: 'rendered', ...described, content: { kind: 'inline', base64: 'YQ==' } });
  expect(await renderer.render(message, 5000)).toEqual({
    ...described,
    content: { kind: 'bytes', bytes: Buffer.from('a') },
  });
  expect(JSON.parse(received)).toEqual(message);
});

describe('a streamed reply', () => {
  const content = Buffer.from([0, 255, 0, 0, 128]);
  const rendered: RenderReply = {
    kind: 'rendered',
    title: 'Title',
    warnings: [],
    content: { kind: 'attached', size: content.length },
  };

  beforeEach(() => {
    renderer = new RemoteRenderer(lambda, 'Renderer', true);
  });

  /** A reply as the renderer function writes it to its response stream. */
  async function streamOf(reply: RenderReply, attached?: Buffer): Promise<Buffer> {
    const stream = new PassThrough();
    const [written] = await Promise.all([buffer(stream), sendReply(stream, { reply, content: attached })]);
    return written;
  }

  const streams = (payload: Buffer) => (): Promise<InvokeOutcome> =>
    Promise.resolve({ kind: 'response', payload });

  it('brings the result as bytes', async () => {
    outcome = streams(await streamOf(rendered, content));
    expect(await renderer.render(message, 5000)).toEqual({
      title: 'Title',
      warnings: [],
      content: { kind: 'bytes', bytes: content },
    });
  });

  it('says where a stored result is', async () => {
    const stored = { kind: 'stored', size: 9, sha256: 'a'.repeat(64) } as const;
    outcome = streams(await streamOf({ ...rendered, content: stored }));
    expect(await renderer.render(message, 5000)).toMatchObject({ content: stored });
  });

  it('can reject the page', async () => {
    outcome = streams(
      await streamOf({ kind: 'rejected', code: 'render-failed', message: 'The page crashed.' }),
    );
    await expect(renderer.render(message, 5000)).rejects.toMatchObject({ code: 'render-failed' });
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a result that is cut off', async () => (await streamOf(rendered, content)).subarray(0, -1)],
    ['a description that is cut off', async () => (await streamOf(rendered, content)).subarray(0, 20)],
    ['no bytes', () => Promise.resolve(Buffer.alloc(0))],
    ['more bytes than any reply has', () => streamOf(rendered, Buffer.alloc(6_500_000))],
  ])('with %s is a fault of the service', async (_, written) => {
    outcome = streams(await written());
    await expect(renderer.render(message, 5000)).rejects.not.toMatchObject({ name: 'AppError' });
  });

  it('of a function that fails half-way is a fault of the service', async () => {
    outcome = () =>
      Promise.resolve({ kind: 'error', errorType: 'Runtime.ExitError', errorMessage: 'signal: killed' });
    await expect(renderer.render(message, 5000)).rejects.toThrow(/The renderer failed: .*Runtime.ExitError/);
  });

  it('is not waited for longer than the caller may', async () => {
    outcome = () => new Promise(() => undefined);
    await expect(renderer.render(message, 100)).rejects.toMatchObject({ code: 'render-timeout' });
  });
});

it.each([
  ['url-not-allowed', [{ field: 'url', message: 'The page is at an address that is not public.' }]],
  ['render-failed', []],
] as const)('throws what the renderer rejects as %s', async (code, errors) => {
  outcome = replies({ kind: 'rejected', code, message: 'The page is at an address that is not public.' });
  await expect(renderer.render(message, 5000)).rejects.toMatchObject({ name: 'AppError', code, errors });
});

it('names the field that the renderer found at fault', async () => {
  const fault = { field: 'pageRanges', message: 'begins after the last page' };
  outcome = replies({ kind: 'rejected', code: 'invalid-range', message: 'pageRanges: …', fault });
  await expect(renderer.render(message, 5000)).rejects.toMatchObject({ errors: [fault] });
});

it('does not wait longer than it may', async () => {
  outcome = () => new Promise(() => undefined);
  await expect(renderer.render(message, 100)).rejects.toMatchObject({ code: 'render-timeout' });
});

it('is unavailable when Lambda has no capacity', async () => {
  outcome = () => Promise.resolve({ kind: 'throttled' });
  await expect(renderer.render(message, 5000)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  });
});

it.each<[string, InvokeOutcome]>([
  ['a crash', { kind: 'error', errorType: 'Runtime.ExitError', errorMessage: 'signal: killed' }],
  ['a reply that it does not know', { kind: 'response', payload: '{"kind":"rendered"}' }],
  [
    'a code that does not exist',
    { kind: 'response', payload: '{"kind":"rejected","code":"x","message":""}' },
  ],
])('takes %s for a fault of the service', async (_, failure) => {
  outcome = () => Promise.resolve(failure);
  await expect(renderer.render(message, 5000)).rejects.not.toMatchObject({ name: 'AppError' });
});

describe('a connection', () => {
  /** Stands before the service and breaks off as many connections as are given, after that many milliseconds. */
  async function breaking(
    count: number,
    milliseconds: number,
  ): Promise<{ endpoint: string; close: () => void }> {
    let left = count;
    const { port, hostname } = new URL(service.endpoint);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      if (left > 0) {
        left -= 1;
        socket.once('data', () => setTimeout(() => socket.resetAndDestroy(), milliseconds));
        return;
      }
      const onward = connect(Number(port), hostname);
      onward.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port: own } = server.address() as AddressInfo;
    return { endpoint: `http://127.0.0.1:${own}`, close: () => server.close() };
  }

  const rendered: RenderReply = {
    kind: 'rendered',
    title: '',
    warnings: [],
    content: { kind: 'inline', base64: 'YQ==' },
  };

  it.each<[string, number, number, boolean]>([
    ['that is found closed is made anew', 1, 0, true],
    ['that breaks twice is a fault', 2, 0, false],
    ['that breaks while the renderer may be at it is a fault', 1, 1_200, false],
  ])('%s', async (_, count, milliseconds, succeeds) => {
    const { endpoint, close } = await breaking(count, milliseconds);
    try {
      outcome = replies(rendered);
      const client = new LambdaClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
      const response = new RemoteRenderer(client, 'Renderer', false).render(message, 10_000);
      if (succeeds) expect(await response).toMatchObject({ content: { bytes: Buffer.from('a') } });
      else await expect(response).rejects.toMatchObject({ code: 'ECONNRESET' });
      client.destroy();
    } finally {
      close();
    }
  });
});
