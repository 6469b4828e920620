import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ToolOptions {
  environment?: Record<string, string>;
  cwd?: string;
}

/**
 * Runs a program that writes to this terminal.
 *
 * @returns its exit code, 1 when a signal ended it
 * @throws Error when there is no such program
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { environment = {}, cwd }: ToolOptions = {},
): Promise<number> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
