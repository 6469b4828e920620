import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BinaryEvent } from '../../src/lambda/binary-event.ts';
import { codeFolder } from './fixtures/code-folder.ts';
import { matching, resultOf, startFunction } from './fixtures/start-function.ts';

describe('the event', () => {
  it('may be longer or shorter than the previous one', async () => {
    const { call } = await startFunction({ handler: 'index.echo' });
    for (const length of [10, 700_000, 3, 1_400_000, 100]) {
      const text = 'ž'.repeat(length);
      expect(await call({ text })).toEqual({ text });
    }
  });

  it('has a binary body in base64, of any length and in any number of pieces', async () => {
    const { local } = await startFunction({ handler: 'index.echo' });
    for (const length of [0, 1, 100_000, 64 * 1024, 4_000_001, 300_000, 10]) {
      const body = randomBytes(length);
      const pieces = [body.subarray(0, length / 3), body.subarray(length / 3)];
      const event = new BinaryEvent('{"path":"/ž","body":"', pieces, '","isBase64Encoded":true}');
      expect(event.length).toBe(event.toJson().length);
      const result = resultOf(await local.invoke(event));
      expect(result).toEqual({ path: '/ž', body: body.toString('base64'), isBase64Encoded: true });
      expect(result).toEqual(JSON.parse(String(event)));
    }
  });

  it('has the whole body in each of several environments', async () => {
    const { local } = await startFunction({ handler: 'index.echo', maximumConcurrency: 3 });
    await Promise.all(
      Array.from({ length: 9 }, async () => {
        const body = randomBytes(700_000);
        const event = new BinaryEvent('{"body":"', [body], '"}');
        expect(resultOf(await local.invoke(event))).toEqual({ body: body.toString('base64') });
      }),
    );
  });
});

describe('the result', () => {
  it('is what the handler returned, as JSON', async () => {
    const { call } = await startFunction({ handler: 'index.echo' });
    expect(await call({ text: 'žluťoučký 🐎', list: [1, null] })).toEqual({
      text: 'žluťoučký 🐎',
      list: [1, null],
    });
  });

  it('may come from a handler that is not async', async () => {
    const { call } = await startFunction({ handler: 'index.synchronous' });
    expect(await call([1])).toEqual({ got: [1] });
  });

  it('is null if the handler returns nothing', async () => {
    const { call } = await startFunction({ handler: 'index.nothing' });
    expect(await call()).toBeNull();
  });

  it('is an error if it has no JSON', async () => {
    const { fail } = await startFunction({ handler: 'index.returnsCircle' });
    expect(await fail()).toMatchObject({
      errorType: 'Runtime.JSONStringifyError',
      errorMessage: 'Unable to stringify response body',
    });
  });
});

describe('the handler', () => {
  it.each([
    ['an export', 'index.nothing', null],
    ['a property of an export', 'index.nested.deeper.handler', 'nested export'],
    ['in a folder', 'nested/module.handler', 'nested folder'],
  ])('may be %s', async (_what, handler, result) => {
    const { call } = await startFunction({ handler });
    expect(await call()).toEqual(result);
  });

  it('may be in a CommonJS module, but an ES module of the same name comes first', async () => {
    const directory = await codeFolder({
      'common.cjs': 'exports.handler = async () => ({ folder: __dirname });',
      'both.cjs': "exports.handler = async () => 'CommonJS';",
      'both.mjs': "export const handler = async () => 'ES module';",
    });
    const common = await startFunction({ directory, handler: 'common.handler' });
    expect(await common.call()).toEqual({ folder: directory });
    const both = await startFunction({ directory, handler: 'both.handler' });
    expect(await both.call()).toBe('ES module');
  });

  it.each([
    ['absent.handler', 'Runtime.ImportModuleError', /Cannot find module 'absent'/],
    ['index.absent', 'Runtime.HandlerNotFound', /index\.absent is undefined or not exported/],
    ['index.notFunction', 'Runtime.HandlerNotFound', /is not a function/],
    ['index', 'Runtime.MalformedHandlerName', /Bad handler/],
    ['../index.handler', 'Runtime.MalformedHandlerName', /not a valid handler name/],
    ['index.callback', 'Runtime.CallbackHandlerDeprecated', /not supported by Node.js 24/],
    ['missing-import.handler', 'Error', /Cannot find package 'no-such-package'/],
    ['throws-at-import.handler', 'Error', /cannot read the settings/],
    ['exits-at-import.handler', 'Runtime.ExitError', /Error: Runtime exited with error: exit status 3$/],
  ])('%s fails with %s, each time anew', async (handler, errorType, errorMessage) => {
    const { fail, local } = await startFunction({ handler });
    const failure = { errorType, errorMessage: matching(errorMessage) };
    expect(await fail()).toMatchObject(failure);
    expect(await fail()).toMatchObject(failure);
    expect(local.pids()).toEqual([]);
  });

  it.each([
    [
      'Runtime.UserCodeSyntaxError',
      /Unexpected end of input/,
      'index.mjs',
      'export const handler = async () => {;',
    ],
    [
      'Runtime.ImportModuleError',
      /Cannot find module 'no-such-package'/,
      'index.cjs',
      "require('no-such-package');",
    ],
  ])('that cannot be loaded is named %s', async (errorType, errorMessage, name, text) => {
    const { fail } = await startFunction({ directory: await codeFolder({ [name]: text }) });
    expect(await fail()).toMatchObject({ errorType, errorMessage: matching(errorMessage) });
  });

  it('that does not come up in time is ended', async () => {
    const { fail, local } = await startFunction(
      { handler: 'hangs-at-import.handler' },
      { initMilliseconds: 1000 },
    );
    expect(await fail()).toMatchObject({
      errorType: 'Sandbox.Timedout',
      errorMessage: matching(/^RequestId: [-0-9a-f]{36} Error: Task timed out after 1.00 seconds$/),
    });
    expect(local.pids()).toEqual([]);
  });
});

describe('an error', () => {
  it('of the handler is passed on, is logged, and leaves the environment as it is', async () => {
    const { call, fail, lines } = await startFunction({ handler: 'index.failsOnDemand' });
    const before = await call({ fail: false });
    expect(await fail({ fail: true })).toMatchObject({ errorType: 'RangeError', errorMessage: 'as asked' });
    expect(await call({ fail: false })).toEqual(before);
    expect(lines).toContainEqual(matching(/^\[subject\] Invoke Error\t\{"errorType":"RangeError"/));
  });

  it('may be thrown at once', async () => {
    const { fail } = await startFunction({ handler: 'index.throws' });
    expect(await fail()).toMatchObject({ errorType: 'TypeError', errorMessage: 'no such page' });
  });

  it('may be no Error at all', async () => {
    const { fail } = await startFunction({ handler: 'index.rejectsWithText' });
    expect(await fail()).toMatchObject({ errorType: 'string', errorMessage: 'just text' });
  });

  it.each([
    ['index.rejectsAside', 'Runtime.UnhandledPromiseRejection', 'Error: aside'],
    ['index.throwsAside', 'Error', 'from a timer'],
    [
      'index.neverSettles',
      'Runtime.NodeJsExit',
      'The runtime detected an exit of Node.js: a Promise was never settled.',
    ],
  ])('that only the process sees ends it: %s', async (handler, errorType, errorMessage) => {
    const { fail, local } = await startFunction({ handler });
    expect(await fail()).toMatchObject({ errorType, errorMessage });
    expect(await fail()).toMatchObject({ errorType, errorMessage });
    expect(local.pids().length).toBeLessThanOrEqual(1);
  });
});

describe('the context', () => {
  it('has what Lambda documents', async () => {
    const { local, call } = await startFunction({ handler: 'index.context', timeoutSeconds: 9 });
    const given = await call();
    expect(given).toMatchObject({
      functionName: 'subject',
      functionVersion: '$LATEST',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:subject',
      memoryLimitInMB: '256',
      awsRequestId: matching(/^[-0-9a-f]{36}$/),
      logGroupName: '/aws/lambda/subject',
      logStreamName: matching(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/),
      argumentCount: 2,
      traceId: matching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/),
    });
    const { remaining } = given as { remaining: number };
    expect(remaining).toBeGreaterThan(5000);
    expect(remaining).toBeLessThanOrEqual(9000);

    const outcome = await local.invoke('{}', { traceId: 'Root=1-1-2', clientContext: '{"custom":"ř"}' });
    expect(outcome.kind === 'response' && JSON.parse(outcome.payload.toString())).toMatchObject({
      traceId: 'Root=1-1-2',
      clientContext: { custom: 'ř' },
    });
  });
});

describe('the environment', () => {
  it("is Lambda's and the template's, and nothing of ours but PATH", async () => {
    process.env['LEAKED_SECRET'] = 'x';
    const { call, stateDirectory } = await startFunction({
      handler: 'index.environment',
      environment: {
        TABLE: 'jobs',
        HOME: '/tmp',
        AWS_ACCESS_KEY_ID: 'local',
        AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      },
    });
    const { variables, ...rest } = (await call()) as { variables: Record<string, string> };
    const folder = variables['HOME'] ?? '';
    expect(folder.startsWith(`${stateDirectory}/`)).toBe(true);
    expect(variables).toEqual({
      _HANDLER: 'index.environment',
      _X_AMZN_TRACE_ID: matching(/./),
      AWS_ACCESS_KEY_ID: 'local',
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
      AWS_LAMBDA_FUNCTION_NAME: 'subject',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_LAMBDA_LOG_GROUP_NAME: '/aws/lambda/subject',
      AWS_LAMBDA_LOG_STREAM_NAME: matching(/./),
      AWS_LAMBDA_RUNTIME_API: matching(/^127\.0\.0\.1:\d+$/),
      AWS_REGION: 'us-east-1',
      HOME: folder,
      LAMBDA_RUNTIME_DIR: '/var/runtime',
      LAMBDA_TASK_ROOT: import.meta.dirname + '/fixtures',
      LANG: 'en_US.UTF-8',
      PATH: process.env['PATH'],
      TABLE: 'jobs',
      TMPDIR: folder,
      TZ: ':UTC',
    });
    expect(rest).toEqual({
      workingFolder: import.meta.dirname + '/fixtures',
      temporaryFolder: folder,
      homeFolder: folder,
      hour: 0,
      arguments: ['--max-old-space-size=230', '--max-semi-space-size=12'],
    });
  });

  it("leaves the heap's size to the function's own NODE_OPTIONS", async () => {
    const environment = { NODE_OPTIONS: '--max-old-space-size=100' };
    const { call } = await startFunction({ handler: 'index.environment', environment });
    expect(await call()).toMatchObject({ arguments: [] });
  });
});
