import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ticks per second of processor time (USER_HZ), on each Linux that Node.js supports. */
const ticksPerSecond = 100;

/**
 * Seconds of processor time that these processes, all that they have started, and what of it has ended have had so
 * far. What ended without being waited for is missing.
 */
export function cpuSecondsOf(pids: readonly number[]): number {
  return (
    withDescendants(pids).reduce((sum, pid) => {
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = statOf(pid).slice(11, 15);
      return sum + user + system + endedUser + endedSystem;
    }, 0) / ticksPerSecond
  );
}

/** The same of those processes of this one that have ended. */
export function cpuSecondsOfEnded(): number {
  const [user = 0, system = 0] = statOf('self').slice(13, 15);
  return (user + system) / ticksPerSecond;
}

/** Bytes that these processes and all that they have started hold; what several share counts once. */
export function memoryOf(pids: readonly number[]): number {
  const all = withDescendants(pids);
  const [only] = all;
  // What one process alone had at its worst is known, whenever one looks.
  if (all.length === 1 && only !== undefined) return kilobytes(`/proc/${only}/status`, 'VmHWM') * 1024;
  return all.reduce((sum, pid) => sum + kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss'), 0) * 1024;
}

/**
 * Waits until none of these processes works any more: what they tidy up afterwards is not the next one's.
 *
 * @param looks without work in a row: on a busy machine, a process that has work may get no processor between two looks
 */
export async function untilQuiet(
  pids: () => readonly number[],
  { most = 2_000, looks = 1 } = {},
): Promise<void> {
  const end = performance.now() + most;
  let quiet = 0;
  for (let before = cpuSecondsOf(pids()); performance.now() < end;) {
    await sleep(60);
    const now = cpuSecondsOf(pids());
    quiet = now - before < 1.5 / ticksPerSecond ? quiet + 1 : 0;
    if (quiet === looks) return;
    before = now;
  }
}

/** Children of all threads. */
export function withDescendants(pids: readonly number[]): number[] {
  if (pids.length === 0) return [];
  const children = Map.groupBy(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
    (pid) => statOf(pid)[1],
  );
  const found = new Set(pids);
  for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child);
  return [...found];
}

/** The fields behind the process's name in proc(5)'s stat: its state, which is no number here, its parent, … */
function statOf(pid: number | 'self'): number[] {
  const text = read(`/proc/${pid}/stat`);
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

const kilobytes = (file: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(file))?.[1] ?? 0);

/** Processes go while they are looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
