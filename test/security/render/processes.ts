import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process of this namespace besides its first one, this one, and the servers' of the suite. */
export interface OtherProcess {
  pid: number;
  command: string;
  /** A zombie: it has ended, and its parent has not read the exit code. */
  isZombie: boolean;
  /** Proportional set size in bytes: its share of memory that it shares counts in parts. */
  memory: number;
}

const ownProcesses = new Set(['1', String(process.pid)]);

/** Says that a process belongs to the suite. */
export const disregard = (pid: number): unknown => ownProcesses.add(String(pid));

/** Every process that the browser, or whatever else is tried, has started and that is still there. */
export function otherProcesses(): OtherProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && !ownProcesses.has(name))
    .flatMap((name) => {
      const status = read(`/proc/${name}/stat`);
      if (status === '') return [];
      const [, , state = ''] = /^\d+ \((.*)\) (\w)/s.exec(status) ?? [];
      const [, kilobytes = '0'] = /^Pss: +(\d+)/m.exec(read(`/proc/${name}/smaps_rollup`)) ?? [];
      return {
        pid: Number(name),
        command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim(),
        isZombie: state === 'Z',
        memory: Number(kilobytes) * 1024,
      };
    });
}

export const memoryOf = (processes: readonly OtherProcess[]): number =>
  processes.reduce((sum, { memory }) => sum + memory, 0);

/** File descriptors of this process that are open, by what they lead to. */
export function openDescriptors(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [readlinkSync(`/proc/self/fd/${name}`)];
    } catch {
      return [];
    }
  });
}

/** Files come and go with their processes. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
