import { readdirSync, readFileSync } from 'node:fs';

const kibibyte = 1024;

/** The processes of one process group, read from /proc. */
export class ProcessGroup {
  readonly #leader: number;
  /** Whether a process belongs to the group, by process id. Cached, since a machine may run hundreds of others. */
  #known = new Map<string, boolean>();

  /** @param leader process id of the group's leader, which is also the group's id */
  constructor(leader: number) {
    this.#leader = leader;
  }

  /** Sends SIGKILL to all processes of the group. */
  kill(): void {
    try {
      process.kill(-this.#leader, 'SIGKILL');
    } catch {
      // The group has no process left.
    }
  }

  /** Whether any process of the group runs. Zombies may stay listed where no parent reaps them. */
  get running(): boolean {
    return this.#members().some((pid) => !/^[ZX]?$/.test(statFields(pid)[0] ?? ''));
  }

  /**
   * Bytes of memory that the processes use together. Mapped files, mainly the program itself, can be evicted and do not
   * count; shared memory counts once, as the largest share of any process. (smaps_rollup would be exact, but takes the
   * kernel up to a tenth of a second.)
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

/** State, parent, group … of /proc/<pid>/stat: the fields after the name, which may contain any character. */
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

/** Empty if the process has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
