import { expect, test } from 'vitest';
import { limitOutcome, type StreamLimits } from '../../src/lambda/limit-stream.ts';
import type { StreamFailure } from '../../src/lambda/response-stream.ts';

/** The lengths of the chunks that come through, and the failure. */
async function pass(lengths: number[], limits: StreamLimits) {
  let left = false;
  async function* produce(): AsyncGenerator<Buffer, void> {
    try {
      for (const length of lengths) yield await Promise.resolve(Buffer.alloc(length));
    } finally {
      left = true;
    }
  }
  const stream = {
    contentType: 'text/plain',
    ended: Promise.resolve(),
    discard: () => undefined,
    [Symbol.asyncIterator]: produce,
  };
  const outcome = limitOutcome({ kind: 'stream', stream }, limits);
  const passed: number[] = [];
  try {
    if (outcome.kind === 'stream') for await (const chunk of outcome.stream) passed.push(chunk.length);
    return { passed, left };
  } catch (error) {
    return { passed, left, failure: (error as StreamFailure).error };
  }
}

test('a response of the longest size goes through', async () => {
  expect(await pass([4, 6], { maximumBytes: 10 })).toEqual({ passed: [4, 6], left: true });
});

test('a longer one is cut off there, and left', async () => {
  expect(await pass([4, 7, 5], { maximumBytes: 10 })).toMatchObject({
    passed: [4, 6],
    left: true,
    failure: { errorType: 'Function.ResponseSizeTooLarge' },
  });
});

test('the limit is 200 MB', async () => {
  const megabytes = (count: number) => Array.from({ length: count }, () => 2 ** 20);
  expect((await pass(megabytes(200), {})).failure).toBeUndefined();
  expect((await pass([...megabytes(200), 1], {})).failure?.errorMessage).toContain('(209715200 bytes)');
});

test('a response that does not stream is left alone', () => {
  const outcome = { kind: 'response', payload: '1' } as const;
  expect(limitOutcome(outcome, { maximumBytes: 0 })).toBe(outcome);
});

test('the bandwidth is refilled while nothing comes, up to the burst', async () => {
  const startedAt = performance.now();
  await pass([100, 50, 50], { bandwidth: { burstBytes: 100, bytesPerSecond: 500 } });
  expect(performance.now() - startedAt).toBeGreaterThan(190);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});
