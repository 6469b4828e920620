import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RuntimeOutcome } from '../../src/lambda/invoke-outcome.ts';
import { RuntimeApi } from '../../src/lambda/runtime-api.ts';

const delivery = {
  requestId: 'id-1',
  body: Buffer.from('{"an":"event"}'),
  deadline: 1_800_000_000_000,
  functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:subject',
  traceId: 'Root=1-1-1',
};

/** A runtime that speaks plain HTTP, as one that is not ours would. */
async function startRuntime() {
  const outcomes: RuntimeOutcome[] = [];
  let waiting = 0;
  const api = new RuntimeApi({
    waiting: () => (waiting += 1),
    responded: (outcome) => outcomes.push(outcome),
    initFailed: (failure) => outcomes.push(failure),
  });
  const address = await api.listen();
  onTestFinished(() => api.close());
  const call = (path: string, init?: RequestInit) =>
    fetch(`http://${address}/2018-06-01/runtime${path}`, init);
  return {
    api,
    outcomes,
    call,
    post: async (path: string, body: string) => (await call(path, { method: 'POST', body })).status,
    waiting: () => waiting,
  };
}

type Runtime = Awaited<ReturnType<typeof startRuntime>>;

async function receive({ api, call, waiting }: Runtime): Promise<Response> {
  const before = waiting();
  const next = call('/invocation/next');
  await expect.poll(waiting).toBe(before + 1);
  expect(api.deliver(delivery)).toBe(true);
  return next;
}

it('gives an event with the headers that Lambda documents', async () => {
  const response = await receive(await startRuntime());
  expect(await response.text()).toBe('{"an":"event"}');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'lambda-runtime-aws-request-id': 'id-1',
    'lambda-runtime-deadline-ms': '1800000000000',
    'lambda-runtime-invoked-function-arn': delivery.functionArn,
    'lambda-runtime-trace-id': 'Root=1-1-1',
  });
});

it('takes one response for each event', async () => {
  const runtime = await startRuntime();
  await receive(runtime);
  expect(await runtime.post('/invocation/other/response', '1')).toBe(400);
  expect(await runtime.post('/invocation/id-1/response', '1')).toBe(202);
  expect(await runtime.post('/invocation/id-1/response', '2')).toBe(400);
  expect(await runtime.post('/invocation/id-1/error', '{}')).toBe(400);
  expect(runtime.outcomes).toEqual([{ kind: 'response', payload: '1' }]);
});

it('takes an error, however badly it is written', async () => {
  const runtime = await startRuntime();
  await receive(runtime);
  expect(await runtime.post('/invocation/id-1/error', '{"errorType":"T","errorMessage":"m"}')).toBe(202);
  await receive(runtime);
  expect(await runtime.post('/invocation/id-1/error', 'no JSON')).toBe(202);
  expect(runtime.outcomes).toEqual([
    { kind: 'error', errorType: 'T', errorMessage: 'm' },
    { kind: 'error', errorType: 'Runtime.Unknown', errorMessage: 'Unknown application error occurred' },
  ]);
});

it('takes an error of the initialisation only before the first event', async () => {
  const runtime = await startRuntime();
  expect(await runtime.post('/init/error', '{"errorType":"T","errorMessage":"m"}')).toBe(202);
  await receive(runtime);
  expect(await runtime.post('/init/error', '{}')).toBe(403);
  expect(runtime.outcomes).toHaveLength(1);
});

it('rejects a second call for an event while one is open or has no response', async () => {
  const runtime = await startRuntime();
  await receive(runtime);
  expect((await runtime.call('/invocation/next')).status).toBe(403);
});

it('delivers nothing to a runtime that went away', async () => {
  const { api, call, waiting } = await startRuntime();
  expect(api.deliver(delivery)).toBe(false);
  const abort = new AbortController();
  const next = call('/invocation/next', { signal: abort.signal });
  await expect.poll(waiting).toBe(1);
  abort.abort();
  await expect(next).rejects.toThrow();
  await expect.poll(() => api.deliver(delivery)).toBe(false);
});

it('rejects what a page in a browser sends', async () => {
  const { call, waiting } = await startRuntime();
  expect((await call('/invocation/next', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect(waiting()).toBe(0);
});

it('knows no other paths', async () => {
  const { post } = await startRuntime();
  expect(await post('/invocation/id-1/other', '')).toBe(404);
});

describe('a response in streaming mode', () => {
  const streaming = { 'lambda-runtime-function-response-mode': 'streaming' };

  /** The stream of a runtime's request, and the reply that the runtime gets. */
  async function stream(runtime: Runtime, init: RequestInit) {
    await receive(runtime);
    const reply = runtime.call('/invocation/id-1/response', { method: 'POST', headers: streaming, ...init });
    const outcome = await vi.waitFor(() => runtime.outcomes.at(-1) ?? Promise.reject(new Error()), {
      timeout: 10_000,
    });
    if (outcome.kind !== 'stream') throw new Error(`expected a stream, got ${outcome.kind}`);
    return { stream: outcome.stream, reply };
  }

  async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
    let text = '';
    for await (const chunk of chunks) text += chunk.toString();
    return text;
  }

  it('is read as it comes, and accepted at its end', async () => {
    const runtime = await startRuntime();
    const { stream: response, reply } = await stream(runtime, { body: 'all' });
    expect(await runtime.post('/invocation/id-1/error', '{}')).toBe(403);
    expect(await runtime.post('/invocation/id-1/response', '1')).toBe(403);
    expect((await runtime.call('/invocation/next')).status).toBe(403);
    expect(await textOf(response)).toBe('all');
    expect((await reply).status).toBe(202);
    expect(await runtime.post('/invocation/id-1/response', '1')).toBe(400);
  });

  it('fails by the close of the API', async () => {
    const runtime = await startRuntime();
    const { stream: response, reply } = await stream(runtime, { body: 'x'.repeat(2 ** 20) });
    reply.catch(() => undefined);
    runtime.api.close();
    await expect(textOf(response)).rejects.toMatchObject({
      error: { errorType: 'Runtime.TruncatedResponse' },
    });
  });

  it('fails for the first cause that is known', async () => {
    const runtime = await startRuntime();
    const { stream: response, reply } = await stream(runtime, { body: 'x'.repeat(2 ** 20) });
    reply.catch(() => undefined);
    runtime.api.interrupt({ kind: 'error', errorType: 'Sandbox.Timedout', errorMessage: 'm' });
    runtime.api.close();
    await expect(textOf(response)).rejects.toMatchObject({
      error: { errorType: 'Sandbox.Timedout' },
    });
  });

  it('has to belong to the running invocation', async () => {
    const runtime = await startRuntime();
    await receive(runtime);
    const init = { method: 'POST', body: 'x', headers: streaming };
    expect((await runtime.call('/invocation/other/response', init)).status).toBe(400);
    expect(runtime.outcomes).toEqual([]);
  });

  it('that is unknown is an error of the runtime', async () => {
    const runtime = await startRuntime();
    await receive(runtime);
    const headers = { 'lambda-runtime-function-response-mode': 'trickling' };
    const reply = await runtime.call('/invocation/id-1/response', { method: 'POST', body: 'x', headers });
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { errorType: 'InvalidFunctionResponseMode' },
    ]);
    expect(runtime.outcomes).toMatchObject([{ errorType: 'Runtime.InvalidResponseModeHeader' }]);
  });
});
