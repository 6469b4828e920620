import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RenderMessage, RenderReply } from '#lib/rendering/message.ts';
import { RemoteRenderer } from '#lib/rendering/remote-renderer.ts';
import { startInvokeApi } from '../../../cdk/local/lambda/invoke-api.ts';
import type { InvokeOutcome } from '../../../cdk/local/lambda/invoke-outcome.ts';
import type { LocalService } from '../../../cdk/local/service.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const message: RenderMessage = {
  version: 1,
  requestId: 'request',
  deadline: Date.now() + 10_000,
  source: { kind: 'url', url: 'https://example.com/', failOnHttpError: true },
  page: { javascript: true, extraHttpHeaders: {}, cookies: [] },
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
  result: { url: 'https://example.com/put', headers: {} },
};

let service: LocalService;
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
  const lambda = new LambdaClient({
    endpoint: service.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
  renderer = new RemoteRenderer(lambda, 'Renderer');
});

afterEach(() => service.stop());

const replies = (reply: RenderReply) => (): Promise<InvokeOutcome> =>
  Promise.resolve({ kind: 'response', payload: JSON.stringify(reply) });

it('asks the renderer function and gives its reply', async () => {
  const reply: RenderReply = {
    kind: 'rendered',
    title: 'Title',
    pages: 2,
    warnings: [],
    content: { kind: 'inline', base64: 'YQ==' },
  };
  outcome = replies(reply);
  expect(await renderer.render(message, 5000)).toEqual(reply);
  expect(JSON.parse(received)).toEqual(message);
});

it.each([
  ['url-not-allowed', [{ field: 'url', message: 'The page is at an address that is not public.' }]],
  ['render-failed', []],
] as const)('throws what the renderer refuses as %s', async (code, errors) => {
  outcome = replies({ kind: 'refused', code, message: 'The page is at an address that is not public.' });
  await expect(renderer.render(message, 5000)).rejects.toMatchObject({ name: 'AppError', code, errors });
});

it('names the field that the renderer found at fault', async () => {
  const fault = { field: 'pageRanges', message: 'begins after the last page' };
  outcome = replies({ kind: 'refused', code: 'invalid-range', message: 'pageRanges: …', fault });
  await expect(renderer.render(message, 5000)).rejects.toMatchObject({ errors: [fault] });
});

it('does not wait longer than it may', async () => {
  outcome = () => new Promise(() => undefined);
  await expect(renderer.render(message, 100)).rejects.toMatchObject({ code: 'render-timeout' });
});

it('says that there is no room when Lambda has none', async () => {
  outcome = () => Promise.resolve({ kind: 'throttled' });
  await expect(renderer.render(message, 5000)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  });
});

it.each<[string, InvokeOutcome]>([
  ['a crash', { kind: 'error', errorType: 'Runtime.ExitError', errorMessage: 'signal: killed' }],
  ['a reply that it does not know', { kind: 'response', payload: '{"kind":"rendered"}' }],
  ['a code that does not exist', { kind: 'response', payload: '{"kind":"refused","code":"x","message":""}' }],
])('takes %s for a fault of the service', async (_, failure) => {
  outcome = () => Promise.resolve(failure);
  await expect(renderer.render(message, 5000)).rejects.not.toMatchObject({ name: 'AppError' });
});
