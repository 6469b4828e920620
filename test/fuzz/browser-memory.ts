import { readFileSync } from 'node:fs';
import { browserGroups, groupMembers } from '../support/renderer.ts';

/** Milliseconds between two looks. */
const interval = 250;

/** Watches the memory of the browsers that have their home below a folder. */
export class BrowserMemory {
  readonly #workDirectory: string;
  readonly #timer: NodeJS.Timeout;
  /** The maximum since `begin`, in bytes, without shared memory. */
  most = 0;
  mostEver = 0;

  constructor(workDirectory: string) {
    this.#workDirectory = workDirectory;
    this.#timer = setInterval(() => this.#look(), interval);
  }

  begin(): void {
    this.most = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    // Each browser separately: two exist while one is being replaced.
    for (const group of browserGroups(this.#workDirectory)) {
      const bytes = groupMembers(group).reduce((sum, pid) => sum + anonymousBytes(pid), 0);
      this.most = Math.max(this.most, bytes);
      this.mostEver = Math.max(this.mostEver, bytes);
    }
  }
}

function anonymousBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
