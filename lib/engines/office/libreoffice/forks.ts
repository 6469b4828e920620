import { writeSync } from 'node:fs';
import { constants } from 'node:os';
import { describeStatus, type ForkCalls } from './fork-calls.ts';

const WNOHANG = 1;

interface Fork {
  pid: number;
  /** Readable when the process has ended (pidfd_open(2)). */
  descriptor: number;
}

/** The processes of a template, one for each document. */
export class Forks {
  readonly #calls: ForkCalls;
  readonly #forks = new Map<number, Fork>();

  constructor(calls: ForkCalls) {
    this.#calls = calls;
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
  start(document: number, run: () => never): number | undefined {
    const pid = this.#calls.fork();
    if (pid === 0) {
      try {
        run();
      } catch (error) {
        writeSync(2, String(error));
      } finally {
        // An exception must not return to LibreOffice's loop, which is the template's.
        this.#calls._exit(70);
      }
    }
    if (pid < 0) return undefined;
    // The process does the same. Whoever comes second changes nothing.
    this.#calls.setpgid(pid, pid);
    this.#forks.set(document, { pid, descriptor: this.#calls.pidfdOpen(pid) });
    return pid;
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
    for (const [document, { pid, descriptor }] of this.#forks) {
      if (this.#calls.wait4(pid, status, WNOHANG, null) !== pid) continue;
      this.#calls.close(descriptor);
      this.#forks.delete(document);
      ended.push({ document, how: describeStatus(status.readInt32LE()) });
    }
    return ended;
  }
}
