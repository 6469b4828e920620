import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/project.ts';

/**
 * Runs a program in the project's folder with its `node_modules/.bin` on the PATH.
 *
 * @returns what it wrote to its standard output
 * @throws Error with all that it printed, if it fails
 */
export async function runInProject(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const path = `${join(projectRoot, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`;
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, PATH: path, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}:\n${printed}`);
  return output;
}
