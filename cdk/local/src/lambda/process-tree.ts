import { readdirSync, readFileSync } from 'node:fs';

/**
 * A process and everything it started that still hangs on it. Where the kernel does not report it (anything
 * but Linux) it is the process alone.
 */
export function processTree(pid: number): number[] {
  const tree = [pid];
  if (process.platform !== 'linux') return tree;
  // Grows while it is walked.
  for (const parent of tree) tree.push(...children(parent));
  return tree;
}

/** Ends a process tree and the process groups in it: a browser started by a handler has its own group. */
export function killTree(pid: number): void {
  for (const member of processTree(pid).reverse()) {
    kill(-member);
    kill(member);
  }
}

/** Ends what is left of a process group. */
export function killGroup(pid: number): void {
  kill(-pid);
}

/**
 * Memory that only ending or swapping could free: anonymous pages of all, and the largest shared segment
 * once. File pages are left out, since the kernel drops them before a memory limit strikes.
 *
 * @returns bytes, 0 where the kernel does not report them
 */
export function memoryOf(pids: number[]): number {
  let anonymous = 0;
  let shared = 0;
  for (const pid of pids) {
    const status = read(`/proc/${pid}/status`);
    anonymous += kilobytes(status, 'RssAnon');
    shared = Math.max(shared, kilobytes(status, 'RssShmem'));
  }
  return (anonymous + shared) * 1024;
}

function children(pid: number): number[] {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function kilobytes(status: string, field: string): number {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status);
  return Number(match?.[1] ?? 0);
}

/** A process can end between any two looks at it. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone, or it leads no group.
  }
}
