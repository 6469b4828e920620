import { readFileSync, writeFileSync } from 'node:fs';
import { descendantsOf } from '../support/local-run.ts';
import { diskUse } from './disk-use.ts';

/** What a function and what it started took at most. In bytes, but for `memorySize`. */
export interface Use {
  /** The function's, in MB. */
  memorySize: number;
  /** Of each kind of process the largest resident set that one of them had (`VmHWM`, proc(5)). */
  processes: Map<ProcessKind, number>;
  /** The most that all had together at one time, what they share counted once. */
  together: number;
  /** Of `/tmp`. */
  disk: number;
  /** Seconds of processor time. */
  cpu: number;
}

type ProcessKind = 'function' | 'LibreOffice' | 'Chromium';

const pollMilliseconds = 40;
/** A look at the disk takes longer than one at processes. */
const pollsPerDiskLook = 5;

/** Watches the processes of a local run's function from its construction on. */
export class FunctionWatch {
  readonly #run: number;
  readonly #function: string;
  readonly #use: Use = { memorySize: 0, processes: new Map(), together: 0, disk: 0, cpu: 0 };
  /** Of each process the clock ticks that it had when it was first seen, and has now. */
  readonly #ticks = new Map<number, { first: number; last: number }>();
  readonly #timer: NodeJS.Timeout;
  #polls = 0;

  /**
   * @param run process id of the local run
   * @param functionName as its bundle is called: `merge-pdf`
   */
  constructor(run: number, functionName: string) {
    this.#run = run;
    this.#function = functionName.replaceAll('-', '').toLowerCase();
    this.#timer = setInterval(() => this.#look(), pollMilliseconds);
    this.#look();
  }

  /** Ends the watch. */
  stop(): Use {
    this.#look();
    clearInterval(this.#timer);
    const ticks = [...this.#ticks.values()].reduce((sum, { first, last }) => sum + last - first, 0);
    return { ...this.#use, cpu: ticks / ticksPerSecond };
  }

  #look(): void {
    const roots = descendantsOf(this.#run).filter((pid) => this.#isFunction(pid));
    let [own, shared, disk] = [0, 0, 0];
    const isDiskLook = (this.#polls += 1) % pollsPerDiskLook === 0;
    for (const root of roots) {
      const family = [root, ...descendantsOf(root)];
      for (const pid of family) {
        this.#meet(pid);
        const memory = memoryOf(pid);
        if (!memory) continue;
        const kind = pid === root ? 'function' : kindOf(pid);
        const before = this.#use.processes.get(kind) ?? 0;
        this.#use.processes.set(kind, Math.max(before, memory.peak));
        own += memory.own;
        shared = Math.max(shared, memory.shared);
      }
      const temporary = variable(root, 'TMPDIR');
      if (isDiskLook && temporary !== '') disk = Math.max(disk, diskUse(temporary, family));
    }
    this.#use.together = Math.max(this.#use.together, own + shared);
    this.#use.disk = Math.max(this.#use.disk, disk);
  }

  #isFunction(pid: number): boolean {
    if (!variable(pid, 'AWS_LAMBDA_FUNCTION_NAME').toLowerCase().startsWith(this.#function)) return false;
    this.#use.memorySize = Number(variable(pid, 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE'));
    return true;
  }

  #meet(pid: number): void {
    const now = ticksOf(pid);
    const known = this.#ticks.get(pid);
    if (known) {
      known.last = Math.max(known.last, now);
      return;
    }
    this.#ticks.set(pid, { first: this.#polls === 1 ? now : 0, last: now });
    try {
      // An older process has earlier peaks, which do not belong to this watch.
      writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch {
      // Without the permission to reset them, earlier peaks count too.
    }
  }
}

/** Of Linux on x86-64 (sysconf(3), `_SC_CLK_TCK`). */
const ticksPerSecond = 100;

/** User and system time of a process in clock ticks (proc(5), fields 14 and 15 of its `stat`). */
function ticksOf(pid: number): number {
  const line = read(`/proc/${pid}/stat`);
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function kindOf(pid: number): ProcessKind {
  return /--headless|--type=/.test(read(`/proc/${pid}/cmdline`)) ? 'Chromium' : 'LibreOffice';
}

/** An environment variable of a process; empty where it has none. */
const variable = (pid: number, name: string): string =>
  new RegExp(`(?:^|\\0)${name}=([^\\0]*)`).exec(read(`/proc/${pid}/environ`))?.[1] ?? '';

/** `own`: what no other process has; `shared`: what is mapped from files, which others may have too. */
function memoryOf(pid: number): { peak: number; own: number; shared: number } | undefined {
  const status = read(`/proc/${pid}/status`);
  const value = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  if (!status.includes('VmHWM')) return undefined;
  return { peak: value('VmHWM'), own: value('RssAnon') + value('RssShmem'), shared: value('RssFile') };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process is gone.
    return '';
  }
}
