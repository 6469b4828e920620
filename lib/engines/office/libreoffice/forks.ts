import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import { describeStatus, type ForkCalls } from './fork-calls.ts';

const WNOHANG = 1;

interface Fork {
  pid: number;
  /** Readable when the process has ended (pidfd_open(2)). */
  descriptor: number;
  /** Closed when the document is complete. */
  start: number | undefined;
}

/** What a process has from the template. */
export interface Inheritance {
  /** Readable when the document is complete: the end of a pipe that nobody writes to. */
  start: number;
  /** The template's descriptors of its processes, and of their pipes. */
  others: readonly number[];
}

/** The processes of a template, one for each document. */
export class Forks {
  readonly #calls: ForkCalls;
  readonly #forks = new Map<number, Fork>();

  constructor(calls: ForkCalls) {
    this.#calls = calls;
  }

  /** Of the processes and of their pipes. */
  get all(): number[] {
    const starts = [...this.#forks.values()].flatMap(({ start }) => start ?? []);
    return [...this.descriptors, ...starts];
  }

  /** Descriptors that are readable when a process has ended. */
  get descriptors(): number[] {
    return [...this.#forks.values()].map(({ descriptor }) => descriptor);
  }

  /**
   * Forks a process in a process group of its own.
   *
   * @param run the whole life of the process
   * @returns its id; undefined if the kernel has none left
   */
  start(document: number, run: (inheritance: Inheritance) => never): number | undefined {
    const { reading, writing } = this.#pipe();
    const pid = this.#calls.fork();
    if (pid === 0) {
      try {
        run({ start: reading, others: [...this.all, writing] });
      } catch (error) {
        writeSync(2, String(error));
      } finally {
        // An exception must not return to LibreOffice's loop, which is the template's.
        this.#calls._exit(70);
      }
    }
    this.#calls.close(reading);
    if (pid < 0) {
      this.#calls.close(writing);
      return undefined;
    }
    // The process does the same. Whoever comes second changes nothing.
    this.#calls.setpgid(pid, pid);
    this.#forks.set(document, { pid, descriptor: this.#calls.pidfdOpen(pid), start: writing });
    return pid;
  }

  /** Lets a document's process start: the document is complete. */
  begin(document: number): void {
    const fork = this.#forks.get(document);
    if (fork) this.#closeStart(fork);
  }

  /** Kills a document's process if it has not ended. */
  end(document: number): void {
    const fork = this.#forks.get(document);
    // Until it is reaped, its id is not another's.
    if (fork) this.#calls.kill(-fork.pid, constants.signals.SIGKILL);
  }

  /**
   * Returns the documents whose processes have ended since the last call.
   *
   * @param isAny false if there are known to be none
   */
  reap(isAny: boolean): { document: number; how: string }[] {
    if (!isAny) return [];
    const status = Buffer.alloc(4);
    const ended: { document: number; how: string }[] = [];
    for (const [document, fork] of this.#forks) {
      if (this.#calls.wait4(fork.pid, status, WNOHANG, null) !== fork.pid) continue;
      this.#calls.close(fork.descriptor);
      this.#closeStart(fork);
      this.#forks.delete(document);
      ended.push({ document, how: describeStatus(status.readInt32LE()) });
    }
    return ended;
  }

  #closeStart(fork: Fork): void {
    if (fork.start !== undefined) this.#calls.close(fork.start);
    fork.start = undefined;
  }

  #pipe(): { reading: number; writing: number } {
    const ends = Buffer.alloc(8);
    if (this.#calls.pipe2(ends, 0) !== 0) throw new Error('no descriptors left');
    return { reading: ends.readInt32LE(0), writing: ends.readInt32LE(4) };
  }
}
