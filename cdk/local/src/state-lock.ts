import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a state directory for this process alone.
 *
 * The lock is SQLite's own on a file: the kernel holds it and drops it with the process however that ends, so there
 * are no stale locks to recognise. The file `pid` beside it is for people.
 *
 * @returns gives the directory back.
 * @throws {Error} if another local run has it.
 */
export function lockState(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const pidFile = join(directory, 'pid');
  const lock = new DatabaseSync(join(directory, 'lock.sqlite'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new Error(
      `A local run${holder(pidFile)} already uses ${directory}. Stop it first, or use another folder.`,
      {
        cause: error,
      },
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return () => {
    rmSync(pidFile, { force: true });
    lock.close();
  };
}

function holder(pidFile: string): string {
  try {
    return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
