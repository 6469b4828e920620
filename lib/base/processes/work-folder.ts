import { mkdirSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startTime } from './process-state.ts';

/** Folder names identify their owner: process id, its start time, and a number for each folder of that process. */
const namePattern = /^(\d+)-(\d+)-\d+$/;

let count = 0;

/** Creates a folder below `directory` that is exclusive to this process. */
export function createWorkFolder(directory: string): string {
  const folder = join(directory, `${process.pid}-${startTime(process.pid) ?? 0}-${(count += 1)}`);
  mkdirSync(directory, { recursive: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Removes the work folders of dead processes: a killed one leaves its unpacked and converted files. */
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
