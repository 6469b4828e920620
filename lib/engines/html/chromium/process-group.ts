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
   * Bytes of memory that they have together. Files that they have mapped, the program above all, can be dropped and do
   * not count; what they share counts once, by the one that has most of it. (The kernel could tell exactly, in
   * smaps_rollup, but that takes it up to a tenth of a second.)
   */
  memoryBytes(): number {
    const members = this.#members().map(memoryOf);
    const own = members.reduce((sum, { anonymous }) => sum + anonymous, 0);
    return own + Math.max(0, ...members.map(({ shared }) => shared));
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

/** proc(5), /proc/<pid>/status. */
function memoryOf(pid: string): { anonymous: number; shared: number } {
  const status = readText(`/proc/${pid}/status`);
  const bytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * kibibyte;
  return { anonymous: bytes('RssAnon'), shared: bytes('RssShmem') };
}

/** Empty when the process has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
