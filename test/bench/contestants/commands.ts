import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Task } from '../tasks/task.ts';
import type { Contestant } from './contestant.ts';
import { findProgram } from './find-program.ts';
import { versionOf } from './versions.ts';

/** A program that does a task and ends. */
export interface Command {
  /** As the shell finds it. */
  program: string;
  /** Other than the program's. */
  name?: string;
  /** The arguments that print its version, or another way to find it. */
  version: readonly string[] | ((program: string) => string);
  environment?: NodeJS.ProcessEnv;
  /** Arguments before those of a call. */
  own?: readonly string[];
  /** Whether what it prints is what comes out. */
  prints?(task: Task): boolean;
  /**
   * What it is to be called with, once or more often, to write what comes out into `output` and nothing else; undefined
   * for what it cannot do.
   */
  calls(task: Task, output: string): readonly (readonly string[])[] | undefined;
}

/** Milliseconds, for one call. */
const longest = 180_000;

/** A command as a contestant: a process for each task, with files on this disk. */
export function commandContestant(command: Command, folder: string): Contestant | undefined {
  const program = findProgram(command.program);
  if (program === undefined) return undefined;
  const { version } = command;
  const running = new Set<number>();
  let count = 0;
  return {
    name: command.name ?? command.program,
    description: `the command, ${typeof version === 'function' ? version(program) : versionOf(program, version)}`,
    does: (task) => command.calls(task, folder) !== undefined,
    perform: async (task) => {
      const output = join(folder, `output-${(count += 1)}`);
      mkdirSync(output);
      try {
        for (const args of command.calls(task, output) ?? []) {
          const printed = await run(program, [...(command.own ?? []), ...args], command.environment, running);
          if (command.prints?.(task)) writeFileSync(join(output, 'printed'), printed);
        }
        return {
          files: readdirSync(output)
            .sort()
            .map((name) => readFileSync(join(output, name))),
        };
      } finally {
        rmSync(output, { recursive: true, force: true });
      }
    },
    processes: () => [...running].map((pid) => ({ name: command.program, pids: [pid] })),
    stop: () => Promise.resolve(),
  };
}

async function run(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv | undefined,
  running: Set<number>,
): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longest,
    env: { ...process.env, ...environment },
  });
  let printed = '';
  let complaint = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  if (child.pid !== undefined) running.add(child.pid);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  running.delete(child.pid ?? 0);
  if (code !== 0)
    throw new Error(`${basename(program)} ended with ${code ?? signal}: ${complaint.slice(0, 500)}`);
  return printed;
}
