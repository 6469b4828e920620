import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';

/** Runs a command for operators (`npm run keys`, `npm run redrive`) against the suite's local run. */
export async function operatorCommand(
  name: 'keys' | 'redrive',
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(import.meta.dirname, '..', '..', 'cdk', `${name}.ts`);
  const env = { ...process.env, LOCAL_STATE_DIR: inject('stateDirectory') };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}
