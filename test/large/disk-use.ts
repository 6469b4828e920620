import { lstatSync, readdirSync, readlinkSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Of `Stats.blocks` (stat(2)). */
const blockBytes = 512;

/** Bytes that are in use in a folder, with what processes still have open of it and is deleted already. */
export function diskUse(folder: string, processes: readonly number[]): number {
  const files = new Map<number, number>();
  const add = ({ ino, blocks }: Stats): unknown => files.set(ino, blocks * blockBytes);
  addFolder(folder, add);
  for (const pid of processes) addDeleted(pid, folder, add);
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function addFolder(folder: string, add: (file: Stats) => unknown): void {
  for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(path, add);
    const file = attempt(() => lstatSync(path));
    if (file) add(file);
  }
}

function addDeleted(pid: number, folder: string, add: (file: Stats) => unknown): void {
  const descriptors = `/proc/${pid}/fd`;
  for (const name of attempt(() => readdirSync(descriptors)) ?? []) {
    const path = join(descriptors, name);
    const target = attempt(() => readlinkSync(path));
    if (!target?.startsWith(folder) || !target.endsWith(' (deleted)')) continue;
    const file = attempt(() => statSync(path));
    if (file) add(file);
  }
}

/** Files and processes go while they are looked at. */
function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
