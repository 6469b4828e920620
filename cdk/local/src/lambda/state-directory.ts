import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the folder that holds the environments' folders, which are called `<pid>-<random>`, and removes those
 * whose process was killed before it could.
 */
export function prepareStateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) {
    const owner = /^(\d+)-\w{6}$/.exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) rmSync(join(directory, name), { recursive: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
