import { readdirSync, readFileSync } from 'node:fs';

const kibibyte = 1024;

/** The processes of one group, as /proc shows them. */
export class ProcessGroup {
  readonly #leader: number;
  /** Whether a process is of the group, by its id: looked up once, since a machine may run hundreds of others. */
  #known = new Map<string, boolean>();

  /** @param leader its process id is the group's, too */
  constructor(leader: number) {
    this.#leader = leader;
  }

  /** Sends SIGKILL to all of them. */
  kill(): void {
    try {
      process.kill(-this.#leader, 'SIGKILL');
    } catch {
      // There is none any more.
    }
  }

  /** Whether one of them runs. Dead ones may stay listed where nobody asks how they ended. */
  get running(): boolean {
    return this.#members().some((pid) => !/^[ZX]?$/.test(statFields(pid)[0] ?? ''));
  }

  /**
   * Bytes of memory that they have together, what they share counted once (proc(5), Pss of smaps_rollup): each of
   * Chromium's processes has the same hundred megabytes of program mapped.
   */
  memoryBytes(): number {
    return this.#members().reduce((sum, pid) => sum + proportionalBytes(pid), 0);
  }

  #members(): string[] {
    const known = new Map<string, boolean>();
    for (const pid of readdirSync('/proc')) {
      if (/^\d+$/.test(pid)) known.set(pid, this.#known.get(pid) ?? this.#isMember(pid));
    }
    this.#known = known;
    return [...known].filter(([, isMember]) => isMember).map(([pid]) => pid);
  }

  #isMember(pid: string): boolean {
    return Number(statFields(pid)[2]) === this.#leader;
  }
}

/** State, parent, group … of /proc/<pid>/stat: what follows the name, which may hold anything. */
function statFields(pid: string): string[] {
  const line = readText(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
}

function proportionalBytes(pid: string): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`)) ?? [];
  if (kilobytes !== undefined) return Number(kilobytes) * kibibyte;
  // Where the kernel does not say, what the process has for itself (proc(5), statm, in pages of 4 KiB).
  const [, resident = 0, shared = 0] = readText(`/proc/${pid}/statm`).split(' ').map(Number);
  return (resident - shared) * 4 * kibibyte;
}

/** Empty when the process has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
