import { InvokeCommand, type InvokeCommandInput, LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InvokeOptions } from '../../src/lambda/function.ts';
import { startInvokeApi } from '../../src/lambda/invoke-api.ts';
import type { InvokeOutcome } from '../../src/lambda/invoke-outcome.ts';
import type { LocalService } from '../../src/service.ts';

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

let service: LocalService;
let outcome: InvokeOutcome;
let invoked: { payload: string; options: InvokeOptions }[];

beforeEach(async () => {
  outcome = { kind: 'response', payload: '{"answer":42}' };
  invoked = [];
  service = await startInvokeApi({
    port: 0,
    credentials,
    invoke: (name, payload, options) => {
      if (name !== 'Renderer1A2B') return Promise.resolve(undefined);
      invoked.push({ payload: payload.toString(), options });
      return Promise.resolve(outcome);
    },
    log: (line) => expect.fail(line),
  });
});

afterEach(() => service.stop());

function invoke(input: Partial<InvokeCommandInput> = {}, secretAccessKey = 'local') {
  const client = new LambdaClient({
    endpoint: service.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey },
    maxAttempts: 1,
  });
  return client.send(
    new InvokeCommand({ FunctionName: 'Renderer1A2B', Payload: '{"question":1}', ...input }),
  );
}

const text = (payload: Uint8Array | undefined) => Buffer.from(payload ?? []).toString();

test('a function gets the payload and responds', async () => {
  const { StatusCode, Payload, ExecutedVersion, FunctionError } = await invoke({
    ClientContext: Buffer.from('{"custom":{"a":"b"}}').toString('base64'),
  });
  expect({ StatusCode, ExecutedVersion, FunctionError, payload: text(Payload) }).toEqual({
    StatusCode: 200,
    ExecutedVersion: '$LATEST',
    FunctionError: undefined,
    payload: '{"answer":42}',
  });
  expect(invoked).toMatchObject([
    { payload: '{"question":1}', options: { clientContext: '{"custom":{"a":"b"}}' } },
  ]);
});

test.each([
  'arn:aws:lambda:us-east-1:000000000000:function:Renderer1A2B',
  '000000000000:function:Renderer1A2B',
  'Renderer1A2B:$LATEST',
])('%s names the function too', async (FunctionName) => {
  expect(text((await invoke({ FunctionName })).Payload)).toBe('{"answer":42}');
});

test("a function's failure is a response with FunctionError", async () => {
  outcome = { kind: 'error', errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out' };
  const { StatusCode, FunctionError, Payload } = await invoke();
  expect({ StatusCode, FunctionError }).toEqual({ StatusCode: 200, FunctionError: 'Unhandled' });
  expect(JSON.parse(text(Payload))).toEqual({
    errorType: 'Sandbox.Timedout',
    errorMessage: 'Task timed out',
  });
});

test.each<[string, Partial<InvokeCommandInput>]>([
  ['ResourceNotFoundException', { FunctionName: 'another' }],
  ['ResourceNotFoundException', { Qualifier: '7' }],
  ['InvalidParameterValueException', { InvocationType: 'Event' }],
  ['RequestTooLargeException', { Payload: Buffer.alloc(6_291_457, 32) }],
])('%s is what AWS says of %o', async (name, input) => {
  await expect(invoke(input)).rejects.toMatchObject({ name });
  expect(invoked).toEqual([]);
});

test('no free environment is a throttled call', async () => {
  outcome = { kind: 'throttled' };
  await expect(invoke()).rejects.toMatchObject({ name: 'TooManyRequestsException' });
});

test('a wrong signature is rejected', async () => {
  await expect(invoke({}, 'wrong')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  expect(invoked).toEqual([]);
});
