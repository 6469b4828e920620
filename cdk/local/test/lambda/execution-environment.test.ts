import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { leftOut } from '../../../../test/support/requirements.ts';
import { allGone, isAlive } from './fixtures/processes.ts';
import { matching, resultOf, startFunction, type Subject } from './fixtures/start-function.ts';

async function loggedChild({ lines }: Subject): Promise<number> {
  const line = await vi.waitFor(
    () => lines.find((each) => each.includes('child ')) ?? Promise.reject(new Error()),
    {
      timeout: 10_000,
    },
  );
  return Number(line.split(' ').at(-1));
}

describe('the time limit', () => {
  it.each([
    ['waits', 'index.hangs'],
    ['keeps the event loop busy', 'index.busy'],
  ])('ends a handler that %s, and the environment with it', async (_what, handler) => {
    const { fail, local } = await startFunction({ handler, timeoutSeconds: 1 });
    const startedAt = performance.now();
    expect(await fail()).toMatchObject({
      errorType: 'Sandbox.Timedout',
      errorMessage: matching(/^RequestId: [-0-9a-f]{36} Error: Task timed out after 1.00 seconds$/),
    });
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    await vi.waitFor(() => expect(local.pids()).toEqual([]), { timeout: 10_000 });
  });

  it('ends the processes that the handler started too', async () => {
    const subject = await startFunction({ handler: 'index.startsChild', timeoutSeconds: 2 });
    await subject.fail();
    await allGone([await loggedChild(subject)]);
  });

  it.skipIf(leftOut('linux'))('ends even those in a process group of their own', async () => {
    const subject = await startFunction({ handler: 'index.startsChild', timeoutSeconds: 2 });
    await subject.fail({ detached: true });
    await allGone([await loggedChild(subject)]);
  });
});

describe('memory', () => {
  it('ends an environment whose heap overflows, and only that', async () => {
    const { fail } = await startFunction({ handler: 'index.fillsHeap', memoryMegabytes: 128 });
    const { errorType, errorMessage } = await fail();
    expect([errorType, errorMessage.replace(/^RequestId: \S+ /, '')]).toEqual(
      expect.toBeOneOf([
        ['Runtime.ExitError', 'Error: Runtime exited with error: signal: aborted'],
        ['Runtime.OutOfMemory', 'Error: Runtime exited with error: signal: killed'],
      ]),
    );
  });

  it.skipIf(leftOut('linux'))('counts buffers, which the heap does not', async () => {
    const { call, fail } = await startFunction({ handler: 'index.fillsBuffers', memoryMegabytes: 256 });
    expect(await call({ megabytes: 64 })).toEqual({ buffers: 8 });
    expect(await fail({ megabytes: 2048 })).toMatchObject({
      errorType: 'Runtime.OutOfMemory',
      errorMessage: matching(/Runtime exited with error: signal: killed$/),
    });
  });

  it.skipIf(leftOut('linux'))('counts what a child process needs', async () => {
    const subject = await startFunction({ handler: 'index.fillsChild', memoryMegabytes: 256 });
    expect(await subject.fail({ megabytes: 400 })).toMatchObject({ errorType: 'Runtime.OutOfMemory' });
    await allGone([await loggedChild(subject)]);
  });
});

describe('the end of the process', () => {
  it.each([
    [0, 'Runtime exited without providing a reason'],
    [4, 'Runtime exited with error: exit status 4'],
  ])('with status %i is an error of the invocation', async (code, message) => {
    const { fail } = await startFunction({ handler: 'index.exits' });
    expect(await fail({ code })).toMatchObject({
      errorType: 'Runtime.ExitError',
      errorMessage: matching(new RegExp(`^RequestId: [-0-9a-f]{36} Error: ${message}$`)),
    });
  });

  it('by a signal in the middle of an invocation fails that one and not the next', async () => {
    const { local, call, fail } = await startFunction({ handler: 'index.slow' });
    const first = (await call({ milliseconds: 0 })) as { pid: number };
    const failing = fail({ milliseconds: 600_000 });
    await sleep(100);
    process.kill(first.pid, 'SIGKILL');
    expect(await failing).toMatchObject({
      errorType: 'Runtime.ExitError',
      errorMessage: matching(/Runtime exited with error: signal: killed$/),
    });
    const next = (await call({ milliseconds: 0 })) as { pid: number };
    expect(next.pid).not.toBe(first.pid);
    expect(local.pids()).toEqual([next.pid]);
  });

  it('while idle is not noticed by anybody', async () => {
    const { call, local } = await startFunction({ handler: 'index.count' });
    const first = (await call()) as { pid: number };
    process.kill(first.pid, 'SIGKILL');
    await vi.waitFor(() => expect(local.pids()).toEqual([]), { timeout: 10_000 });
    expect(await call()).toMatchObject({ invocations: 1 });
  });

  it('between the choice of an environment and the event has the event go to another', async () => {
    const { local } = await startFunction({ handler: 'index.count' });
    for (let round = 0; round < 20; round += 1) {
      const { pid } = resultOf(await local.invoke('{}')) as { pid: number };
      await sleep(20);
      // The event is on its way before this process can learn of the death.
      process.kill(pid, 'SIGKILL');
      expect(resultOf(await local.invoke('{}'))).not.toMatchObject({ pid });
    }
  });

  it('after the response, by an unhandled rejection, replaces the environment', async () => {
    const { call, local } = await startFunction({ handler: 'index.rejectsLater' });
    const first = (await call({ milliseconds: 20 })) as { pid: number };
    await vi.waitFor(() => expect(local.pids()).toEqual([]), { timeout: 10_000 });
    const next = (await call({ milliseconds: 60_000 })) as { pid: number };
    expect(next.pid).not.toBe(first.pid);
  });

  it('takes along what it started', async () => {
    const subject = await startFunction({ handler: 'index.startsChild' });
    const failing = subject.fail();
    const child = await loggedChild(subject);
    expect(isAlive(child)).toBe(true);
    process.kill(subject.local.pids()[0] ?? 0, 'SIGKILL');
    await failing;
    await allGone([child]);
  });

  it('that never began, for want of the folder, is an error', async () => {
    const { fail } = await startFunction({ directory: '/no/such/folder' });
    expect(await fail()).toMatchObject({
      errorType: 'Runtime.InvalidEntrypoint',
      errorMessage: matching(/no such file or directory, access '\/no\/such\/folder'$/),
    });
  });
});
