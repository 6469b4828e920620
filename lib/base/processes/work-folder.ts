import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTime } from './process-state.ts';

/** Folder names carry their owner: process id, its start time, and a number for each folder of that process. */
const namePattern = /^(\d+)-(\d+)-\d+$/;

let count = 0;

/** A folder of this process and nobody else's below `directory`. */
export async function createWorkFolder(directory: string): Promise<string> {
  const folder = join(directory, `${process.pid}-${startTime(process.pid) ?? 0}-${(count += 1)}`);
  await mkdir(directory, { recursive: true });
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** Removes the work folders of processes that are gone: a killed one leaves what it had unpacked and converted. */
export async function sweepWorkFolders(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const names = await readdir(directory);
  await Promise.all(
    names.map(async (name) => {
      const [, pid, started] = namePattern.exec(name) ?? [];
      if (pid === undefined || startTime(Number(pid)) === started) return;
      await rm(join(directory, name), { recursive: true, force: true });
    }),
  );
}
