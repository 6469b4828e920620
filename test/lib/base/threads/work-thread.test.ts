import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import { WorkThread } from '#lib/base/threads/work-thread.ts';
import type { TimeLimits } from '#lib/base/threads/watch-time.ts';
import type { Task } from './fixtures/worker.ts';

const megabyte = 1024 * 1024;
const soon = (): TimeLimits => ({ deadline: Date.now() + 20_000, processorMilliseconds: 20_000 });

let thread: WorkThread<Task, ArrayBuffer | number>;

beforeEach(() => {
  thread = new WorkThread(new URL('./fixtures/worker.ts', import.meta.url), {
    heapBytes: 64 * megabyte,
    youngBytes: 12 * megabyte,
    processBytes: process.memoryUsage.rss() + 512 * megabyte,
  });
});

afterEach(() => thread.stop());

describe('a thread', () => {
  it('runs a task, and transfers buffers without copying them', async () => {
    const bytes = new Uint8Array([1, 2, 3]).buffer;
    const response = await thread.run({ kind: 'double', bytes }, [bytes], soon());
    expect([...new Uint8Array(response as ArrayBuffer)]).toEqual([2, 4, 6]);
    expect(bytes.byteLength).toBe(0);
  });

  it('runs the next task, even after a document was rejected', async () => {
    expect(await thread.run({ kind: 'count' }, [], soon())).toBe(1);
    await expect(thread.run({ kind: 'reject' }, [], soon())).rejects.toMatchObject({
      name: 'AppError',
      code: 'damaged-document',
      message: 'file: is damaged.',
      errors: [{ field: 'file', message: 'is damaged' }],
      retryAfterSeconds: 5,
      retryable: true,
      cause: { message: expect.stringContaining('inside') as string },
    });
    await expect(thread.run({ kind: 'blame' }, [], soon())).rejects.toMatchObject({
      name: 'InputFault',
      code: 'damaged-document',
      predicate: 'is damaged',
      cause: { message: expect.stringContaining('inside') as string },
    });
    expect(await thread.run({ kind: 'count' }, [], soon())).toBe(4);
  });

  it('runs one task after the other', async () => {
    const counts = await Promise.all([1, 2, 3].map(() => thread.run({ kind: 'count' }, [], soon())));
    expect(counts).toEqual([1, 2, 3]);
  });

  it('reports errors inside the thread', async () => {
    await expect(thread.run({ kind: 'fail' }, [], soon())).rejects.toMatchObject({
      message: 'a mistake',
      stack: expect.stringContaining('worker.ts') as string,
    });
  });
});

describe('a canceled task', () => {
  it.each([new AppError('rate-limited', 'Later.'), new Error('gone')])(
    'leaves its reply to no other task, whatever the reason: %s',
    async (reason) => {
      const cancel = new AbortController();
      const canceled = thread.run({ kind: 'spend', milliseconds: 200 }, [], {
        ...soon(),
        signal: cancel.signal,
      });
      setTimeout(() => cancel.abort(reason), 50);
      await expect(canceled).rejects.toBe(reason);
      const bytes = new Uint8Array([4]).buffer;
      const next = await thread.run({ kind: 'double', bytes }, [bytes], soon());
      expect([...new Uint8Array(next as ArrayBuffer)]).toEqual([8]);
    },
  );
});

describe('a task that fails', () => {
  it.each([
    // It uses up its processor time long before the deadline, even on a busy host.
    ['loop', { reason: 'processor time' }, { deadline: 60_000, processorMilliseconds: 200 }],
    // Its limit is an hour of processor time.
    ['loop', { reason: 'deadline' }, { deadline: 500, processorMilliseconds: 3_600_000 }],
    // A thread that the host does not schedule resembles one that waits: it uses no processor time.
    ['wait', { reason: 'deadline' }, { deadline: 500, processorMilliseconds: 400 }],
    ['heap', { reason: 'memory' }, undefined],
    ['buffers', { reason: 'memory' }, undefined],
    ['exit', { message: 'The thread ended with 3' }, undefined],
  ] as const)('%s ends with %o, and the next task gets another thread', async (kind, error, limits) => {
    const ended = thread.run(
      { kind },
      [],
      limits ? { ...limits, deadline: Date.now() + limits.deadline } : soon(),
    );
    const next = thread.run({ kind: 'count' }, [], soon());
    await expect(ended).rejects.toMatchObject(error);
    expect(await next).toBe(1);
  });

  it('counts the processor time of each task separately', { timeout: 60_000 }, async () => {
    const limits = (): TimeLimits => ({ deadline: Date.now() + 60_000, processorMilliseconds: 2500 });
    const spends = { kind: 'spend', milliseconds: 1000 } as const;
    for (const count of [1, 2, 3]) expect(await thread.run(spends, [], limits())).toBe(count);
  });
});
