import type { ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession } from 'puppeteer-core';
import { joinWrites } from './join-writes.ts';
import { ProcessGroup } from './process-group.ts';
import { settlesWithin } from './settles-within.ts';
import { browserSwitches, type PageProcesses } from './switches.ts';

export interface BrowserOptions {
  /** The unpacked browser. */
  program: string;
  /** Libraries that the browser needs and the platform does not provide. */
  libraries: string;
  fontsConf: string;
  /** A folder for this browser only. It is created on start and removed on exit. */
  folder: string;
  pageProcesses: PageProcesses;
  /** Milliseconds for the browser to start. */
  patience: number;
}

/** Limit of V8's heap for one page, in megabytes. */
const scriptMemory = 512;

/** Milliseconds. */
const times = { response: 1_500, exit: 2_000, reap: 1_500 } as const;

/** One running Chromium. */
export class BrowserProcess {
  readonly browser: Browser;
  readonly startedAt = Date.now();
  /** Number of pages opened so far. */
  uses = 0;
  readonly #group: ProcessGroup;
  readonly #folder: string;
  readonly #signal: Promise<NodeJS.Signals | null>;
  /** A session of the browser itself. */
  #session: Promise<CDPSession> | undefined;

  private constructor(browser: Browser, child: ChildProcess, pid: number, folder: string) {
    this.browser = browser;
    this.#group = new ProcessGroup(pid);
    this.#folder = folder;
    this.#signal = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  }

  /** @throws Error with Chromium's output when it does not start */
  static async start(options: BrowserOptions): Promise<BrowserProcess> {
    const { program, libraries, fontsConf, folder, pageProcesses, patience } = options;
    const temporary = join(folder, 'tmp');
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    // Unpacking the browser has already loaded it.
    const { default: puppeteer } = await import('puppeteer-core');
    const giveUp = new AbortController();
    const launching = puppeteer.launch({
      executablePath: program,
      headless: 'shell',
      // A pipe, because pages could find a debugging port.
      pipe: true,
      ignoreDefaultArgs: true,
      args: browserSwitches(join(folder, 'profile'), scriptMemory, pageProcesses),
      // No variable of this process: the environment may hold credentials.
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
      // Kills it. Puppeteer's own timeout applies to ports only.
      signal: giveUp.signal,
      // The renderer limits all work itself; a timer that runs on while the process is frozen would be wrong.
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
    // A killed browser leaves broken pipes, which would otherwise end this process.
    for (const pipe of child.stdio) pipe?.on('error', () => undefined);
    for (const output of [child.stdout, child.stderr]) discard(output);
    const [, , , commands] = child.stdio;
    if (commands instanceof Writable) joinWrites(commands);
    return new BrowserProcess(browser, child, child.pid, folder);
  }

  /**
   * Opens an empty page.
   *
   * @returns the id of its target
   */
  async createPage({ id }: BrowserContext): Promise<string> {
    const session = await this.#browserSession();
    const { targetId } = await session.send('Target.createTarget', {
      url: 'about:blank',
      ...(id === undefined ? {} : { browserContextId: id }),
    });
    return targetId;
  }

  async closePage(targetId: string): Promise<void> {
    const session = await this.#browserSession();
    await session.send('Target.closeTarget', { targetId });
  }

  /** A new session of a page. */
  async attach(targetId: string): Promise<CDPSession> {
    const browser = await this.#browserSession();
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const session = browser.connection()?.session(sessionId);
    if (!session) throw new Error('The page has closed.');
    return session;
  }

  #browserSession(): Promise<CDPSession> {
    return (this.#session ??= this.browser.target().createCDPSession());
  }

  get alive(): boolean {
    return this.browser.connected;
  }

  /** Whether SIGKILL ended it, by `kill` or from outside: nothing that a page does ends the browser this way. */
  async wasKilled(): Promise<boolean> {
    // The pipe breaks before the exit status is known.
    if (this.alive || !(await settlesWithin(this.#signal, times.reap))) return false;
    return (await this.#signal) === 'SIGKILL';
  }

  /** Bytes that all its processes use. */
  memoryBytes(): number {
    return this.#group.memoryBytes();
  }

  /** Whether it still responds. */
  async responds(): Promise<boolean> {
    return this.alive && (await settlesWithin(this.browser.version(), times.response)) && this.alive;
  }

  /** Kills all its processes, waits until they have ended and removes its folder. */
  async kill(): Promise<void> {
    const deadline = Date.now() + times.exit;
    this.#group.kill();
    while (this.#group.running && Date.now() < deadline) {
      await sleep(5);
      this.#group.kill();
    }
    await this.browser.disconnect().catch(() => undefined);
    // A folder that remains is removed with the work folder that contains it.
    await removeFolder(this.#folder).catch(() => undefined);
  }
}

/** Stops recording what the browser prints: puppeteer keeps 1,000 lines, and pages print as long ones as they like. */
function discard(output: Readable | null): void {
  output?.removeAllListeners('data').resume();
}

/** Processes that are ending may still write. */
const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
