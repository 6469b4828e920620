import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { allGone, isAlive } from './fixtures/processes.ts';

it.each([
  ['waits for its next event', 'index.echo', 0],
  ['keeps its event loop busy', 'index.busy', 0],
  ['has started another process', 'index.startsChild', 1],
])('a function process that %s ends when the local run is killed', async (_what, handler, children) => {
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
  for await (const line of createInterface({ input: parent.stdout })) {
    pids.push(Number(line.split(' ').at(-1)));
    if (pids.length === 1 + children) break;
  }
  expect(pids.map(isAlive)).toEqual(pids.map(() => true));
  parent.kill('SIGKILL');
  await allGone(pids);
});
