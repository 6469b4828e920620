import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes a file until the disk is full. */
export function fillDisk(file: string): void {
  const chunk = Buffer.alloc(4 * 1024 * 1024);
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'w');
    for (;;) writeSync(descriptor, chunk);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The disk is full, or the service was killed and its disk removed.
    if (code !== 'ENOSPC' && code !== 'ENOENT') throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
