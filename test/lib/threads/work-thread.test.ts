import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkThread } from '#lib/threads/work-thread.ts';
import type { Task } from './fixtures/worker.ts';

const megabyte = 1024 * 1024;
const soon = (): number => Date.now() + 20_000;

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
  it('does work, taking and giving buffers without copying them', async () => {
    const bytes = new Uint8Array([1, 2, 3]).buffer;
    const answer = await thread.run({ kind: 'double', bytes }, [bytes], soon());
    expect([...new Uint8Array(answer as ArrayBuffer)]).toEqual([2, 4, 6]);
    expect(bytes.byteLength).toBe(0);
  });

  it('stays for the next work, also when a document was refused', async () => {
    expect(await thread.run({ kind: 'count' }, [], soon())).toBe(1);
    await expect(thread.run({ kind: 'refuse' }, [], soon())).rejects.toMatchObject({
      name: 'AppError',
      code: 'damaged-document',
      message: 'is damaged',
      errors: [{ field: 'file', message: 'is damaged' }],
      cause: { message: expect.stringContaining('inside') as string },
    });
    expect(await thread.run({ kind: 'count' }, [], soon())).toBe(3);
  });

  it('does one thing after the other', async () => {
    const counts = await Promise.all([1, 2, 3].map(() => thread.run({ kind: 'count' }, [], soon())));
    expect(counts).toEqual([1, 2, 3]);
  });

  it('tells what went wrong inside', async () => {
    await expect(thread.run({ kind: 'fail' }, [], soon())).rejects.toMatchObject({
      message: 'a mistake',
      stack: expect.stringContaining('worker.ts') as string,
    });
  });
});

describe('work that does not end well', () => {
  it.each([
    ['loop', { name: 'ThreadEnded', reason: 'time' }, 300],
    ['heap', { name: 'ThreadEnded', reason: 'memory' }, 20_000],
    ['buffers', { name: 'ThreadEnded', reason: 'memory' }, 20_000],
    ['exit', { message: 'The thread ended with 3' }, 20_000],
  ] as const)('%s costs the thread its life, and the next work gets another', async (kind, error, time) => {
    const ended = thread.run({ kind }, [], Date.now() + time);
    const next = thread.run({ kind: 'count' }, [], soon());
    await expect(ended).rejects.toMatchObject(error);
    expect(await next).toBe(1);
  });
});
