import {
  InvokeCommand,
  InvokeWithResponseStreamCommand,
  type InvokeWithResponseStreamCommandInput,
  type InvokeWithResponseStreamResponseEvent,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { expect, onTestFinished, test } from 'vitest';
import type { FunctionConfig } from '../../src/lambda/function.ts';
import { startInvokeApi } from '../../src/lambda/invoke-api.ts';
import type { RuntimeOutcome } from '../../src/lambda/invoke-outcome.ts';
import { matching, startFunction } from './fixtures/start-function.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

/** A client of an API with a function; `outcome` stands in for those that only the API's own rules bring about. */
async function startClient(config: Partial<FunctionConfig>, outcome?: RuntimeOutcome) {
  const { local, lines } = await startFunction(config);
  const service = await startInvokeApi({
    port: 0,
    credentials,
    invoke: (name, payload, options) =>
      Promise.resolve(name === 'subject' ? (outcome ?? local.invoke(payload, options)) : undefined),
    bandwidth: { burstBytes: 2 ** 20, bytesPerSecond: 2 ** 20 },
    log: (line) => expect.fail(line),
  });
  onTestFinished(() => service.stop());
  const lambda = new LambdaClient({
    endpoint: service.endpoint,
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });
  onTestFinished(() => lambda.destroy());
  return {
    lambda,
    lines,
    stream: (event: unknown = {}, input: Partial<InvokeWithResponseStreamCommandInput> = {}) =>
      lambda.send(
        new InvokeWithResponseStreamCommand({
          FunctionName: 'subject',
          Payload: Buffer.from(JSON.stringify(event)),
          ...input,
        }),
      ),
  };
}

type Events = AsyncIterable<InvokeWithResponseStreamResponseEvent>;

/** The payload of all chunks, and the last event. */
async function read(events: Events = expect.fail('no stream')) {
  let text = '';
  for await (const { PayloadChunk, InvokeComplete } of events) {
    text += Buffer.from(PayloadChunk?.Payload ?? []).toString();
    if (InvokeComplete) return { text, complete: InvokeComplete };
  }
  return expect.fail('the stream has no end');
}

test('a streamed response comes in chunks as it is written', async () => {
  const { stream } = await startClient({ handler: 'streams.parts' });
  const reply = await stream({ parts: ['one', 'two'], pauseMilliseconds: 500 });
  expect(reply).toMatchObject({
    StatusCode: 200,
    ExecutedVersion: '$LATEST',
    ResponseStreamContentType: 'application/vnd.amazon.eventstream',
  });
  const chunks: string[] = [];
  const times: number[] = [];
  for await (const { PayloadChunk } of reply.EventStream ?? []) {
    if (PayloadChunk?.Payload) chunks.push(Buffer.from(PayloadChunk.Payload).toString());
    times.push(performance.now());
  }
  expect(chunks).toEqual(['one', 'two']);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(250);
});

test('a complete response ends with an event that names no error', async () => {
  const { stream } = await startClient({ handler: 'streams.http' });
  const { text, complete } = await read((await stream({ prelude: {}, body: 'x' })).EventStream);
  expect({ text, complete }).toEqual({ text: `{}${'\0'.repeat(8)}x`, complete: {} });
});

test('the result of a handler that does not stream is one chunk', async () => {
  const { stream } = await startClient({ handler: 'index.echo' });
  const { text, complete } = await read((await stream({ a: 'ü' })).EventStream);
  expect({ text, complete }).toEqual({ text: '{"a":"ü"}', complete: {} });
});

test('a streaming handler is invoked by the plain operation as well', async () => {
  const { lambda } = await startClient({ handler: 'streams.parts' });
  const Payload = JSON.stringify({ parts: ['one', 'two'] });
  const reply = await lambda.send(new InvokeCommand({ FunctionName: 'subject', Payload }));
  expect(Buffer.from(reply.Payload ?? []).toString()).toBe('onetwo');
});

test('an error that the runtime reports comes last, as the runtime wrote it', async () => {
  const { stream } = await startClient({ handler: 'streams.throws' });
  const { text, complete } = await read((await stream({ before: 'begin' })).EventStream);
  expect([text, complete.ErrorCode]).toEqual(['begin', 'Page?Error']);
  expect(JSON.parse(complete.ErrorDetails ?? '')).toMatchObject({ errorMessage: 'no such page' });
});

test.each([
  ['before', 'index.throws', {}, 'TypeError', /^no such page$/],
  ['after', 'streams.exits', { before: 'begin', milliseconds: 50 }, 'Runtime.ExitError', /exit status 4$/],
])('a failure %s the response begins is unhandled', async (_when, handler, event, errorType, message) => {
  const { stream } = await startClient({ handler });
  const { text, complete } = await read((await stream(event)).EventStream);
  expect([text, complete.ErrorCode]).toEqual([handler === 'streams.exits' ? 'begin' : '', 'Unhandled']);
  expect(JSON.parse(complete.ErrorDetails ?? '')).toEqual({ errorType, errorMessage: matching(message) });
});

test('the bandwidth is limited after a burst if a limit is set', async () => {
  const { stream } = await startClient({ handler: 'streams.megabytes' });
  const startedAt = performance.now();
  expect((await read((await stream({ count: 2 })).EventStream)).text).toHaveLength(2 * 2 ** 20);
  expect(performance.now() - startedAt).toBeGreaterThan(900);
});

test('a client that disconnects does not stop the function', async () => {
  const { lambda, stream, lines } = await startClient({ handler: 'streams.megabytes' });
  for await (const { PayloadChunk } of (await stream({ count: 20 })).EventStream ?? []) {
    if (PayloadChunk) break;
  }
  lambda.destroy();
  await expect.poll(() => lines.join(), { timeout: 5000 }).toContain('made 20');
});

test.each<[string, Partial<InvokeWithResponseStreamCommandInput>, RuntimeOutcome | undefined]>([
  ['ResourceNotFoundException', { FunctionName: 'another' }, undefined],
  ['ResourceNotFoundException', { Qualifier: '7' }, undefined],
  ['InvalidParameterValueException', { InvocationType: 'DryRun' }, undefined],
  ['RequestTooLargeException', { Payload: Buffer.alloc(6_291_457, 32) }, undefined],
  ['TooManyRequestsException', {}, { kind: 'throttled' }],
  ['RequestTooLargeException', {}, { kind: 'too-large' }],
])('%s rejects %o before the function is invoked', async (name, input, outcome) => {
  const { stream } = await startClient({}, outcome);
  await expect(stream({}, input)).rejects.toMatchObject({ name });
});
