import type { ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import { ProcessGroup } from './process-group.ts';
import { settlesWithin } from './settles-within.ts';
import { browserSwitches, type PageProcesses } from './switches.ts';

export interface BrowserOptions {
  /** The unpacked browser. */
  program: string;
  /** Libraries that it needs beyond the platform's. */
  libraries: string;
  fontsConf: string;
  /** A folder for it alone, which it makes and which goes with it. */
  folder: string;
  pageProcesses: PageProcesses;
  /** Milliseconds in which it has to be up. */
  patience: number;
}

/** Megabytes of V8's heap for one page. */
const scriptMemory = 512;

/** Milliseconds. */
const times = { answer: 1_500, exit: 2_000, reap: 1_500 } as const;

/** One running Chromium. */
export class BrowserProcess {
  readonly browser: Browser;
  readonly startedAt = Date.now();
  /** How many pages it was given. */
  uses = 0;
  readonly #group: ProcessGroup;
  readonly #folder: string;
  readonly #signal: Promise<NodeJS.Signals | null>;

  private constructor(browser: Browser, child: ChildProcess, pid: number, folder: string) {
    this.browser = browser;
    this.#group = new ProcessGroup(pid);
    this.#folder = folder;
    this.#signal = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  }

  /** @throws Error with what Chromium said when it does not start */
  static async start(options: BrowserOptions): Promise<BrowserProcess> {
    const { program, libraries, fontsConf, folder, pageProcesses, patience } = options;
    const temporary = join(folder, 'tmp');
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    // Whoever unpacks the browser has had it loaded meanwhile.
    const { default: puppeteer } = await import('puppeteer-core');
    const giveUp = new AbortController();
    const launching = puppeteer.launch({
      executablePath: program,
      headless: 'shell',
      // A pipe, for a debugging port could be found by pages.
      pipe: true,
      ignoreDefaultArgs: true,
      args: browserSwitches(join(folder, 'profile'), scriptMemory, pageProcesses),
      // Nothing of ours: the environment may hold credentials.
      env: {
        HOME: folder,
        TMPDIR: temporary,
        LD_LIBRARY_PATH: libraries,
        FONTCONFIG_FILE: fontsConf,
        LANG: 'en_US.UTF-8',
        TZ: 'UTC',
      },
      defaultViewport: null,
      waitForInitialPage: false,
      issuesEnabled: false,
      // Kills it. Puppeteer's own limit of time is for ports only.
      signal: giveUp.signal,
      // The renderer bounds all work itself; a clock that runs on while the process is frozen would not help.
      protocolTimeout: 0,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    if (!(await settlesWithin(launching, patience))) giveUp.abort();
    const browser = await launching.catch(async (error: unknown) => {
      await removeFolder(folder);
      throw error;
    });
    const child = browser.process();
    if (child?.pid === undefined) throw new Error(`Chromium did not start from ${program}.`);
    // A killed browser leaves its pipes broken, which would otherwise end this process.
    for (const pipe of child.stdio) pipe?.on('error', () => undefined);
    return new BrowserProcess(browser, child, child.pid, folder);
  }

  get alive(): boolean {
    return this.browser.connected;
  }

  /** Whether it was ended by SIGKILL: by `kill`, or by somebody else, for nothing that a page does ends it so. */
  async wasKilled(): Promise<boolean> {
    // The pipe breaks before the end is known.
    if (this.alive || !(await settlesWithin(this.#signal, times.reap))) return false;
    return (await this.#signal) === 'SIGKILL';
  }

  /** Bytes that all its processes take. */
  memoryBytes(): number {
    return this.#group.memoryBytes();
  }

  /** Whether it still answers. */
  async answers(): Promise<boolean> {
    return this.alive && (await settlesWithin(this.browser.version(), times.answer)) && this.alive;
  }

  /** Kills all its processes, waits until they are gone and removes its folder. */
  async kill(): Promise<void> {
    const deadline = Date.now() + times.exit;
    this.#group.kill();
    while (this.#group.running && Date.now() < deadline) {
      await sleep(5);
      this.#group.kill();
    }
    await this.browser.disconnect().catch(() => undefined);
    await removeFolder(this.#folder);
  }
}

/** Processes that are just ending may still write. */
const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
