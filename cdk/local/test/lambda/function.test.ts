import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { LocalFunction } from '../../src/lambda/function.ts';
import { functionConfig } from './fixtures/function-config.ts';
import { allGone } from './fixtures/processes.ts';
import { matching, resultOf, startFunction } from './fixtures/start-function.ts';

describe('environments', () => {
  it('are used again', async () => {
    const { call, local } = await startFunction({ handler: 'index.count' });
    const first = (await call()) as { pid: number };
    for (let invocations = 2; invocations < 20; invocations += 1) {
      expect(await call()).toEqual({ pid: first.pid, invocations });
    }
    expect(local.pids()).toEqual([first.pid]);
  });

  it('have a folder of their own for temporary files, which ends with them', async () => {
    const { call, local } = await startFunction({ handler: 'index.leavesFile' });
    const { before, folder } = (await call()) as { before: string[]; folder: string };
    expect(before).toEqual([]);
    expect(await call()).toEqual({ before: ['left.txt'], folder });
    process.kill(local.pids()[0] ?? 0, 'SIGKILL');
    const next = (await call()) as { before: string[]; folder: string };
    expect(next.before).toEqual([]);
    expect(next.folder).not.toBe(folder);
    await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 10_000 });
  });

  it('end when nobody needs them', async () => {
    const { call, local, stateDirectory } = await startFunction(
      { handler: 'index.count' },
      { idleMilliseconds: 100 },
    );
    const { pid } = (await call()) as { pid: number };
    await allGone([pid]);
    await vi.waitFor(async () => expect(await readdir(stateDirectory)).toEqual([]), { timeout: 10_000 });
    expect(local.pids()).toEqual([]);
    expect(await call()).toMatchObject({ invocations: 1 });
  });

  it('of a run that was killed leave no folder to the next', async () => {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'lambda-'));
    await mkdir(join(stateDirectory, '999999999-abcdef'));
    await mkdir(join(stateDirectory, `${process.pid}-abcdef`));
    await writeFile(join(stateDirectory, 'other'), '');
    const local = new LocalFunction(functionConfig({}), { stateDirectory, log: () => undefined });
    expect((await readdir(stateDirectory)).sort()).toEqual([`${process.pid}-abcdef`, 'other'].sort());
    await local.stop();
    await rm(stateDirectory, { recursive: true });
  });
});

describe('concurrency', () => {
  it('of 50 invocations is served by no more environments than allowed, and each gets its own response', async () => {
    const { local } = await startFunction({ handler: 'index.echo', maximumConcurrency: 4 });
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const results = await Promise.all(
      numbers.map(async (each) => resultOf(await local.invoke(String(each)))),
    );
    expect(results).toEqual(numbers);
    expect(local.pids().length).toBeLessThanOrEqual(4);
  });

  it('reaches the limit when handlers take their time', async () => {
    const { call, local } = await startFunction({ handler: 'index.slow', maximumConcurrency: 3 });
    const calls = Array.from({ length: 7 }, () => call({ milliseconds: 1000 }));
    await vi.waitFor(() => expect(local.pids()).toHaveLength(3), { timeout: 10_000 });
    const pids = (await Promise.all(calls)).map((result) => (result as { pid: number }).pid);
    expect(new Set(pids).size).toBe(3);
  });

  it('beyond the limit waits in order', async () => {
    const { call } = await startFunction({ handler: 'index.count', maximumConcurrency: 1 });
    const results = await Promise.all(Array.from({ length: 10 }, () => call()));
    expect(results.map((result) => (result as { invocations: number }).invocations)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it('beyond the limit is rejected if the function is to be like Lambda', async () => {
    const config = { handler: 'index.slow', maximumConcurrency: 2, overflow: 'throttle' } as const;
    const { call, local } = await startFunction(config);
    const running = [call({ milliseconds: 200 }), call({ milliseconds: 200 })];
    expect(await local.invoke('{}')).toEqual({ kind: 'throttled' });
    await Promise.all(running);
    expect(await call({ milliseconds: 0 })).toHaveProperty('pid');
  });

  it('does not suffer when environments die all the time', async () => {
    const { local } = await startFunction({ handler: 'index.failsOnDemand', maximumConcurrency: 2 });
    const killer = setInterval(() => {
      for (const pid of local.pids()) process.kill(pid, 'SIGKILL');
    }, 150);
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => local.invoke('{"fail":false}')));
    clearInterval(killer);
    for (const outcome of outcomes) {
      if (outcome.kind !== 'response') expect(outcome).toMatchObject({ errorType: 'Runtime.ExitError' });
    }
    // The next invocation may still meet an environment that was killed just before.
    await expect.poll(async () => (await local.invoke('{"fail":false}')).kind).toBe('response');
  });
});

describe('sizes', () => {
  it('an event of 6,291,456 bytes passes, one more does not', async () => {
    const { local } = await startFunction({ handler: 'index.echo' });
    const fits = JSON.stringify('x'.repeat(6_291_454));
    expect(await local.invoke(fits)).toEqual({ kind: 'response', payload: fits });
    expect(await local.invoke(JSON.stringify('x'.repeat(6_291_455)))).toEqual({ kind: 'too-large' });
    expect(await local.invoke(Buffer.from(JSON.stringify('ř'.repeat(3_145_728))))).toEqual({
      kind: 'too-large',
    });
  });

  it('a result of 6,291,556 bytes passes, one more is an error that costs nothing else', async () => {
    const { local, fail, lines } = await startFunction({ handler: 'index.returnsBytes' });
    const outcome = await local.invoke('{"bytes":6291556}');
    expect(outcome).toMatchObject({ kind: 'response' });
    const before = local.pids();
    expect(await fail({ bytes: 6_291_557 })).toEqual({
      kind: 'error',
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: 'Response payload size exceeded maximum allowed payload size (6291556 bytes).',
    });
    expect(await local.invoke('{"bytes":10}')).toEqual({ kind: 'response', payload: '"xxxxxxxx"' });
    expect(local.pids()).toEqual(before);
    expect(lines).toContainEqual(matching(/Failed to post handler success response/));
  });
});

describe('the log', () => {
  it("has each line with the function's name, also the last without an end", async () => {
    const { call, local, lines } = await startFunction({ handler: 'index.writes' });
    await call();
    await local.stop();
    expect(lines.sort()).toEqual([
      '[subject] first line',
      '[subject] second line',
      '[subject] to the error stream',
      '[subject] without an end',
    ]);
  });

  it('has a REPORT line for each invocation if asked for', async () => {
    const { call, lines } = await startFunction({ handler: 'index.echo' }, { verbose: true });
    await call();
    await call();
    expect(lines).toEqual([
      matching(/^\[subject\] REPORT RequestId: \S+\tDuration: \S+ ms\t.*\tInit Duration: \S+ ms$/),
      matching(
        /^\[subject\] REPORT RequestId: \S+\tDuration: \S+ ms\tBilled Duration: \d+ ms\tMemory Size: 256 MB$/,
      ),
    ]);
  });
});

describe('stop', () => {
  it('ends every process, also of running, starting and waiting invocations, which fail', async () => {
    const { local } = await startFunction({ handler: 'index.slow', maximumConcurrency: 2 });
    const calls = Array.from({ length: 6 }, () => local.invoke('{"milliseconds":600000}'));
    await vi.waitFor(() => expect(local.pids()).toHaveLength(2), { timeout: 10_000 });
    const pids = local.pids();
    await local.stop();
    await allGone(pids);
    for (const call of calls) {
      expect(await call).toMatchObject({ kind: 'error', errorType: 'Sandbox.Failure' });
    }
    expect(await local.invoke('{}')).toMatchObject({ kind: 'error', errorType: 'Sandbox.Failure' });
    expect(local.pids()).toEqual([]);
  });

  it('comes in time for an environment that has only begun to start', async () => {
    const { local } = await startFunction({ handler: 'index.count' });
    const call = local.invoke('{}');
    await local.stop();
    expect(await call).toMatchObject({ errorType: 'Sandbox.Failure' });
    expect(local.pids()).toEqual([]);
  });
});
