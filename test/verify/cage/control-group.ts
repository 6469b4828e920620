import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup';

/** The kernel's counters of one container, from control groups of version 1 or 2. */
export class ControlGroup {
  /** The most that was seen of memory that only ending or swapping could free, in bytes. */
  workingPeak = 0;
  /** The most threads of all processes that were seen. */
  threadsPeak = 0;
  readonly #memory: string;
  readonly #pids: string;
  readonly #freezer: string;
  readonly #processor: string;
  readonly #unified: boolean;

  /** @param pid of any process in it */
  constructor(pid: number) {
    const groups = readFileSync(`/proc/${pid}/cgroup`, 'utf8');
    const folderOf = (controller: string): string => {
      const [, path] = new RegExp(`^\\d+:(?:[^:]*,)?${controller}(?:,[^:]*)?:(.*)$`, 'm').exec(groups) ?? [];
      return path === undefined ? '' : join(root, controller, path);
    };
    this.#memory = folderOf('memory');
    this.#pids = folderOf('pids');
    this.#freezer = folderOf('freezer');
    this.#processor = folderOf('cpuacct');
    this.#unified = this.#memory === '';
    if (!this.#unified) return;
    this.#memory = join(root, /^0::(.*)$/m.exec(groups)?.[1] ?? '');
    this.#pids = this.#memory;
    this.#freezer = this.#memory;
    this.#processor = this.#memory;
  }

  /** Stops all processes where they are, at once: a container engine's own command takes a tenth of a second. */
  freeze(): void {
    if (this.#unified) writeFileSync(join(this.#freezer, 'cgroup.freeze'), '1');
    else writeFileSync(join(this.#freezer, 'freezer.state'), 'FROZEN');
  }

  thaw(): void {
    if (this.#unified) writeFileSync(join(this.#freezer, 'cgroup.freeze'), '0');
    else writeFileSync(join(this.#freezer, 'freezer.state'), 'THAWED');
  }

  sample(): void {
    const stat = this.#read('memory.stat');
    const bytes = (field: string): number => Number(new RegExp(`^${field} (\\d+)`, 'm').exec(stat)?.[1] ?? 0);
    const working = this.#unified
      ? bytes('anon') + bytes('shmem')
      : bytes('total_rss') + bytes('total_shmem');
    this.workingPeak = Math.max(this.workingPeak, working);
    const threads = readNumber(join(this.#pids, 'pids.current'));
    this.threadsPeak = Math.max(this.threadsPeak, threads);
  }

  /** The most memory since the start, in bytes, with the pages of files that the kernel drops where room is wanted. */
  get peak(): number {
    return readNumber(join(this.#memory, this.#unified ? 'memory.peak' : 'memory.max_usage_in_bytes'));
  }

  /** The time that all processes have had of processors. */
  get processorMilliseconds(): number {
    if (!this.#unified) return readNumber(join(this.#processor, 'cpuacct.usage')) / 1e6;
    const stat = readFileSync(join(this.#processor, 'cpu.stat'), 'utf8');
    return Number(/^usage_usec (\d+)/m.exec(stat)?.[1] ?? Number.NaN) / 1e3;
  }

  /** The number of processes that the kernel killed because they ran out of memory. */
  get outOfMemoryKills(): number {
    const text = this.#read(this.#unified ? 'memory.events' : 'memory.oom_control');
    return Number(/^oom_kill (\d+)/m.exec(text)?.[1] ?? 0);
  }

  #read(name: string): string {
    const file = join(this.#memory, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
}

const readNumber = (file: string): number => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
