import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two attempts to get the lock. */
const pause = 200;

/**
 * Does work that no two processes may do at the same time. The lock is SQLite's on a file: the kernel releases it with the
 * process, so that none is left behind.
 *
 * @param waiting called once if another process has the lock
 */
export async function exclusively<T>(
  lockFile: string,
  waiting: () => void,
  work: () => Promise<T>,
): Promise<T> {
  mkdirSync(dirname(lockFile), { recursive: true });
  const lock = new DatabaseSync(lockFile);
  try {
    if (!tryLock(lock)) {
      waiting();
      do await sleep(pause);
      while (!tryLock(lock));
    }
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('locked')) return false;
    throw error;
  }
}
