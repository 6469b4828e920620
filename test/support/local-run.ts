import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTree } from 'local-stack/lambda';
import type { LocalStackFile } from '../../cdk/local-state.ts';

const projectRoot = join(import.meta.dirname, '..', '..');

/** A local run started by `npm start`'s own program, on a free port and with its own state. */
export interface LocalRun {
  stack: LocalStackFile;
  process: ChildProcess;
  /** What it printed so far. */
  output(): string;
  /** Presses Ctrl-C; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export async function startLocalRun(stateDirectory: string, ...args: string[]): Promise<LocalRun> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(projectRoot, 'cdk', 'start.ts'), ...args],
    {
      cwd: projectRoot,
      env: { ...process.env, PORT: '0', LOCAL_STATE_DIR: stateDirectory },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exited = once(child, 'exit');
  // The last thing it prints; before it, stack.json may be yesterday's.
  while (!output.includes('/openapi.json')) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The local run ended:\n${output}`);
    await sleep(50);
  }
  return {
    stack: readStack(stateDirectory),
    process: child,
    output: () => output,
    stop: async () => {
      child.kill('SIGINT');
      await exited;
      return child.exitCode;
    },
  };
}

export const readStack = (stateDirectory: string): LocalStackFile =>
  JSON.parse(readFileSync(join(stateDirectory, 'stack.json'), 'utf8')) as LocalStackFile;

/** The descendants of `pid`, which a test can expect to end. */
export const descendantsOf = (pid: number): number[] => processTree(pid).slice(1);

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
