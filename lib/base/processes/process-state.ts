import { readFileSync } from 'node:fs';

/** The fields of /proc/<pid>/stat from the third on. The second, the process name, may contain anything. */
function statFields(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Returns when a process started, in clock ticks since boot. With its id it identifies a process, as ids are reused.
 * Undefined if there is none.
 */
export function startTime(pid: number): string | undefined {
  return statFields(pid)?.[19];
}

/** Bytes per page of the x86-64 and arm64 kernels that AWS runs. */
const pageSize = 4096;

/** Returns the resident memory of a process in bytes; 0 if there is none. */
export function residentBytes(pid: number): number {
  try {
    // Size and resident set in pages (proc(5), /proc/pid/statm).
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1] ?? 0) * pageSize;
  } catch {
    return 0;
  }
}
