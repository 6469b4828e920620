import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { allGone, isAlive } from './fixtures/processes.ts';

it.each([
  ['waits for its next event', 'index.echo', /^response$/, 1],
  ['keeps its event loop busy', 'index.busy', /busy$/, 1],
  ['has started another process', 'index.startsChild', /child \d+$/, 2],
])('a function process that %s ends when the local run is killed', async (_what, handler, sign, count) => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'lambda-'));
  const script = join(import.meta.dirname, 'fixtures/parent.ts');
  const parent = spawn(process.execPath, [script, handler, stateDirectory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    parent.kill('SIGKILL');
    await rm(stateDirectory, { recursive: true, force: true });
  });

  const pids: number[] = [];
  let ready = false;
  for await (const line of createInterface({ input: parent.stdout })) {
    const pid = /(?:function|child) (\d+)$/.exec(line)?.[1];
    if (pid !== undefined) pids.push(Number(pid));
    ready ||= sign.test(line);
    if (ready && pids.length === count) break;
  }
  expect(pids.map(isAlive)).toEqual(pids.map(() => true));
  parent.kill('SIGKILL');
  await allGone(pids);
});
