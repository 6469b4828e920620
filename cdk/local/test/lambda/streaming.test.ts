import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { bufferOutcome } from '../../src/lambda/buffer-outcome.ts';
import type { FunctionConfig } from '../../src/lambda/function.ts';
import { type ResponseStream, StreamFailure } from '../../src/lambda/response-stream.ts';
import { leftOut } from '../../../../test/support/requirements.ts';
import { matching, startFunction, type Subject } from './fixtures/start-function.ts';

type Streaming = Subject & { open: (event?: unknown) => Promise<ResponseStream> };

async function startStreaming(handler: string, config: Partial<FunctionConfig> = {}): Promise<Streaming> {
  const subject = await startFunction({ handler: `streams.${handler}`, ...config }, { verbose: true });
  return {
    ...subject,
    open: async (event = {}) => {
      const outcome = await subject.local.invoke(JSON.stringify(event));
      if (outcome.kind !== 'stream') throw new Error(`expected a stream, got ${JSON.stringify(outcome)}`);
      return outcome.stream;
    },
  };
}

/** What came, and how it failed. */
async function read(stream: ResponseStream): Promise<{ text: string; failure?: StreamFailure }> {
  let text = '';
  try {
    for await (const chunk of stream) text += chunk.toString();
    return { text };
  } catch (error) {
    if (error instanceof StreamFailure) return { text, failure: error };
    throw error;
  }
}

const reports = ({ lines }: Subject) => lines.filter((line) => line.includes('REPORT'));

describe('a streaming handler', () => {
  it('has its parts read while it runs', async () => {
    const { open } = await startStreaming('parts');
    const stream = await open({ parts: ['one', 'two'], pauseMilliseconds: 1500 });
    expect(stream.contentType).toBe('text/plain; id=36');
    const startedAt = performance.now();
    const iterator = stream[Symbol.asyncIterator]();
    expect(String((await iterator.next()).value)).toBe('one');
    expect(performance.now() - startedAt).toBeLessThan(1000);
    expect(String((await iterator.next()).value)).toBe('two');
    expect((await iterator.next()).done).toBe(true);
  });

  it('puts status and headers before eight zero bytes', async () => {
    const { open } = await startStreaming('http');
    const prelude = { statusCode: 201, headers: { 'X-A': 'b' }, cookies: ['c=d'] };
    const stream = await open({ prelude, body: 'body' });
    expect(stream.contentType).toBe('application/vnd.awslambda.http-integration-response');
    expect((await read(stream)).text).toBe(`${JSON.stringify(prelude)}${'\0'.repeat(8)}body`);
  });

  it('writes objects as JSON', async () => {
    const { open } = await startStreaming('writesObject');
    const stream = await open();
    expect(stream.contentType).toBe('application/octet-stream');
    expect((await read(stream)).text).toBe('{"an":"object"} and text');
  });

  it('loses its prelude if it writes by its call of end alone, as in the managed runtime', async () => {
    const { open } = await startStreaming('onlyEnds');
    expect((await read(await open())).text).toBe('body');
  });

  it('sets the high-water mark of its stream', async () => {
    const { open } = await startStreaming('highWaterMark');
    expect((await read(await open())).text).toBe('mark 12345');
  });

  it('may send nothing', async () => {
    const { open } = await startStreaming('empty');
    expect(await read(await open())).toEqual({ text: '' });
  });

  it('may return before its stream ends', async () => {
    const subject = await startStreaming('endsLater');
    const { text: pid } = await read(await subject.open({ milliseconds: 100 }));
    expect(await read(await subject.open({ milliseconds: 0 }))).toEqual({ text: pid });
    expect(subject.lines.join()).toContain('Streaming handlers ignore return values.');
  });

  it('returns all of its response when it is invoked without a stream', async () => {
    const { local } = await startStreaming('parts');
    const outcome = await local.invoke(JSON.stringify({ parts: ['one', 'two'] }));
    const { kind, ...rest } = await bufferOutcome(outcome);
    expect({ kind, ...rest }).toEqual({ kind: 'response', payload: Buffer.from('onetwo') });
  });

  it('has the size limit of a result when it is invoked without a stream', async () => {
    const { local } = await startStreaming('megabytes');
    expect(await bufferOutcome(await local.invoke('{"count":7}'))).toMatchObject({
      errorType: 'Function.ResponseSizeTooLarge',
    });
  });
});

describe('the environment', () => {
  it('is free when the stream has ended, not when it begins', async () => {
    const subject = await startStreaming('endsLater', { maximumConcurrency: 1 });
    const first = await subject.open({ milliseconds: 300 });
    let began = false;
    const second = subject.open({ milliseconds: 0 }).then((stream) => {
      began = true;
      return stream;
    });
    await sleep(150);
    expect(began).toBe(false);
    expect(reports(subject)).toEqual([]);
    const { text: pid } = await read(first);
    expect(await read(await second)).toEqual({ text: pid });
    expect(Number(/ Duration: ([\d.]+) ms/.exec(reports(subject)[0] ?? '')?.[1])).toBeGreaterThan(290);
  });

  it('counts against the concurrency as long as its stream', async () => {
    const { local, open } = await startStreaming('endsLater', {
      maximumConcurrency: 1,
      overflow: 'throttle',
    });
    const stream = await open({ milliseconds: 100 });
    expect(await local.invoke('{}')).toEqual({ kind: 'throttled' });
    await read(stream);
    await expect.poll(async () => (await local.invoke('{"milliseconds":0}')).kind).toBe('stream');
  });

  it.each([
    [
      'before it was read',
      async (stream: ResponseStream) => {
        stream.discard();
        await stream.ended;
      },
    ],
    [
      'after its first bytes',
      async (stream: ResponseStream) => {
        for await (const _ of stream) break;
      },
    ],
  ])('finishes a stream that its reader left %s', async (_when, leave) => {
    const subject = await startStreaming('megabytes');
    const stream = await subject.open({ count: 20 });
    await leave(stream);
    await stream.ended;
    await expect.poll(() => subject.lines.join()).toContain('made 20');
  });

  it('produces a response no faster than its reader takes it', async () => {
    const subject = await startStreaming('megabytes', { memoryMegabytes: 512 });
    const made = () => subject.lines.filter((line) => line.includes('made')).length;
    const stream = await subject.open({ count: 100 });
    const iterator = stream[Symbol.asyncIterator]();
    await iterator.next();
    await sleep(500);
    // The buffers of the streams and of the sockets hold some megabytes.
    expect(made()).toBeLessThan(20);
    const before = process.memoryUsage.rss();
    let length = 0;
    let most = 0;
    for await (const chunk of { [Symbol.asyncIterator]: () => iterator }) {
      length += chunk.length;
      most = Math.max(most, process.memoryUsage.rss());
    }
    expect(length).toBeGreaterThan(99 * 2 ** 20);
    expect(most - before).toBeLessThan(50 * 2 ** 20);
  });
});

describe('a failure', () => {
  it('of the handler ends its stream after what it wrote', async () => {
    const { open } = await startStreaming('throws');
    const { text, failure } = await read(await open({ before: 'begin' }));
    expect(text).toBe('begin');
    expect(failure?.error).toEqual({ kind: 'error', errorType: 'Page?Error', errorMessage: 'no such page' });
    expect(JSON.parse(failure?.reported ?? '')).toMatchObject({
      errorType: 'Page\nError',
      errorMessage: 'no such page',
      trace: matchingList(/no such page/),
    });
  });

  it('of the handler before its first write is reported by an empty stream, as in the managed runtime', async () => {
    const { open, local } = await startStreaming('throws');
    expect(await read(await open())).toMatchObject({ text: '', failure: { message: /no such page/ } });
    expect(await bufferOutcome(await local.invoke('{}'))).toMatchObject({ errorMessage: 'no such page' });
  });

  it('at the end of a complete stream is only logged', async () => {
    const { open, lines } = await startStreaming('throwsAtTheEnd');
    expect(await read(await open())).toEqual({ text: 'all' });
    await expect.poll(() => lines.join()).toContain('too late');
  });

  it.each([
    ['that is not async', 'synchronous', 'Streaming does not support non-async handlers.'],
    ['that sets its type too late', 'setsTypeTooLate', 'Cannot set content-type, too late.'],
  ])('is a handler %s', async (_what, handler, message) => {
    const { open } = await startStreaming(handler);
    expect((await read(await open())).failure?.error.errorMessage).toBe(message);
  });

  it('is a handler that is marked otherwise', async () => {
    const { fail } = await startStreaming('otherMode');
    expect(await fail()).toMatchObject({ errorType: 'Runtime.MalformedStreamingHandler' });
  });

  it.each([
    ['exits', 'Runtime.ExitError', /^RequestId: \S{36} Error: Runtime exited with error: exit status 4$/],
    ['rejectsAside', 'Runtime.ExitError', /exit status 128$/],
    ['hangs', 'Sandbox.Timedout', /Task timed out after 2.00 seconds$/],
    ['destroys', 'Runtime.TruncatedResponse', /did not complete/],
  ])('of a handler that %s in the middle ends its stream', async (handler, errorType, message) => {
    const subject = await startStreaming(handler, { timeoutSeconds: 2 });
    const { text, failure } = await read(await subject.open({ before: 'begin', milliseconds: 100 }));
    expect(text).toBe('begin');
    expect(failure?.error).toEqual({ kind: 'error', errorType, errorMessage: matching(message) });
    expect(failure?.reported).toBeUndefined();
    await expect.poll(() => reports(subject)).toHaveLength(1);
  });

  it.skipIf(leftOut('linux'))('for lack of memory ends the stream', async () => {
    const { open } = await startStreaming('fillsBuffers', { memoryMegabytes: 256 });
    const { failure } = await read(await open({ before: 'begin' }));
    expect(failure?.error.errorType).toBe('Runtime.OutOfMemory');
  });

  it.each([
    ['exits', 'Runtime.ExitError'],
    ['rejectsAside', 'Runtime.UnhandledPromiseRejection'],
    ['hangs', 'Sandbox.Timedout'],
    ['destroys', 'Error'],
  ])('of a handler that %s before it wrote is an error', async (handler, errorType) => {
    const { fail } = await startStreaming(handler, { timeoutSeconds: 1 });
    expect(await fail({})).toMatchObject({ errorType });
  });

  it('of one stream does not affect the next', async () => {
    const subject = await startStreaming('destroys');
    await read(await subject.open({ before: 'begin', milliseconds: 100 }));
    const { text, failure } = await read(await subject.open({ before: 'again', milliseconds: 100 }));
    expect([text, failure?.error.errorType]).toEqual(['again', 'Runtime.TruncatedResponse']);
    expect(subject.local.pids()).toHaveLength(1);
  });

  it('is the stop of the function', async () => {
    const { open, local } = await startStreaming('hangs');
    const reading = read(await open({ before: 'begin' }));
    await local.stop();
    expect((await reading).failure?.error.errorMessage).toContain('was stopped');
  });

  it('is reported to a reader that starts later', async () => {
    const { open, local } = await startStreaming('exits');
    const stream = await open({ before: 'begin', milliseconds: 100 });
    await vi.waitFor(() => expect(local.pids()).toEqual([]), { timeout: 10_000 });
    expect((await read(stream)).failure?.error.errorType).toBe('Runtime.ExitError');
  });
});

it('has no global awslambda if the environment variable turns it off', async () => {
  const environment = { AWS_LAMBDA_NODEJS_NO_GLOBAL_AWSLAMBDA: 'true' };
  const { fail } = await startStreaming('parts', { environment });
  expect(await fail()).toMatchObject({ errorType: 'ReferenceError' });
});

function matchingList(pattern: RegExp): unknown {
  return expect.arrayContaining([matching(pattern)]);
}
