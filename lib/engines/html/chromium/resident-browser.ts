import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AllowedHosts } from '../../egress/allowed-hosts.ts';
import { createWorkFolder, sweepWorkFolders } from '../../../base/processes/work-folder.ts';
import { BrowserProcess, type BrowserOptions } from './browser-process.ts';
import { unpackBrowser } from './packed-browser.ts';
import { settlesWithin } from './settles-within.ts';
import { Tab } from './tab.ts';

export interface ResidentBrowserOptions {
  chromiumRoot: string;
  fontsConf: string;
  workDirectory: string;
  allowedHosts: AllowedHosts;
  maximumUses: number;
  /** Milliseconds. */
  maximumAge: number;
  /** Called once, with the reason, when page processes cannot be forked here and are started instead. */
  onForkingFailed?: ((reason: unknown) => void) | undefined;
}

interface Installation extends Pick<BrowserOptions, 'program' | 'libraries' | 'fontsConf'> {
  /** A folder of this process, for files that end with it. */
  workFolder: string;
}

/** Milliseconds. */
const times = {
  /** For a browser to start. */
  start: 20_000,
  /** For a browser that forks to start, and then to open its tab, until forking has worked once. */
  trial: 5_000,
  /** For a tab that is being opened when it is requested. */
  open: 5_000,
  /** For a tab to close: some pages prevent it. */
  close: 1_000,
  /**
   * For the result to reach the client before its tab is closed and the next one opened, which occupies all processors.
   * In a local run, they serve the functions and the gateway that the result passes.
   */
  headStart: 10,
} as const;

/**
 * A browser that uses more than this after a page has been closed is replaced: some pages leave hundreds of megabytes.
 */
const idleMemoryBytes = 500 * 1024 * 1024;

/** Keeps one browser running with one tab ready, and replaces it when it fails. */
export class ResidentBrowser {
  readonly #options: ResidentBrowserOptions;
  #installation: Promise<Installation> | undefined;
  #process: Promise<BrowserProcess> | undefined;
  #next: Promise<Tab> | undefined;
  #tidying: Promise<void> = Promise.resolve();
  /** Ends the head start of the last result. */
  #hasten: () => void = () => undefined;
  #launches = 0;
  /** Whether page processes can be forked here. Chromium's zygote demands more of a machine than everything else. */
  #forking: 'untried' | 'works' | 'fails' = 'untried';
  #closed = false;

  constructor(options: ResidentBrowserOptions) {
    this.#options = options;
  }

  /** Starts the browser and opens the tab for the next `take`. */
  async prepare(): Promise<void> {
    await this.#tidied();
    await (this.#next ?? this.#refill());
  }

  /**
   * Returns an unused tab. Pass it to `release` when done.
   *
   * @throws Error when Chromium cannot be started
   */
  async take(): Promise<Tab> {
    await this.#tidied();
    const tab = (await this.#waiting()) ?? (await this.#open());
    tab.process.uses += 1;
    return tab;
  }

  /**
   * Closes a tab soon, or kills the browser with it at once, and prepares the next one, all in the background. Whoever
   * takes the next tab waits for it.
   */
  release(tab: Tab, how: 'close' | 'kill'): void {
    if (how === 'kill') {
      this.#tidying = this.#tidy(tab, how);
      return;
    }
    const { promise: isWanted, resolve } = Promise.withResolvers<undefined>();
    this.#hasten = () => resolve(undefined);
    this.#tidying = Promise.race([sleep(times.headStart), isWanted]).then(() => this.#tidy(tab, how));
  }

  /** Ends the browser and removes all its files. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#tidied();
    await this.#kill();
    const workFolder = await this.#installation?.then(
      (installation) => installation.workFolder,
      () => undefined,
    );
    if (workFolder !== undefined) await rm(workFolder, { recursive: true, force: true });
  }

  /** Waits until the released tab is closed, now rather than soon. */
  async #tidied(): Promise<void> {
    this.#hasten();
    await this.#tidying;
  }

  /** Never rejects: whoever takes the next tab finds out whether it is usable. */
  async #tidy(tab: Tab, how: 'close' | 'kill'): Promise<void> {
    await this.#closeOrKill(tab, how).catch(() => undefined);
  }

  async #closeOrKill(tab: Tab, how: 'close' | 'kill'): Promise<void> {
    const { uses, startedAt } = tab.process;
    const isStale = uses >= this.#options.maximumUses || Date.now() - startedAt > this.#options.maximumAge;
    if (how === 'kill' || isStale) await this.#kill();
    const closing = tab.close();
    this.#refill().catch(() => undefined);
    const closed = await settlesWithin(closing, times.close);
    if (closed && tab.process.memoryBytes() <= idleMemoryBytes) return;
    await this.#kill();
    this.#refill().catch(() => undefined);
  }

  /** Prepares the next tab. Errors surface when it is taken. */
  #refill(): Promise<Tab> {
    this.#next = this.#open();
    return this.#next;
  }

  /** The prepared tab, if it is usable. */
  async #waiting(): Promise<Tab | undefined> {
    const next = this.#next;
    this.#next = undefined;
    if (!next) return undefined;
    const process = await this.#process?.catch(() => undefined);
    if ((await process?.responds()) && (await settlesWithin(next, times.open))) {
      const tab = await next.catch(() => undefined);
      if (tab?.usable) return tab;
    }
    this.#next = next;
    await this.#kill();
    return undefined;
  }

  async #open(): Promise<Tab> {
    const current = await this.#process?.catch(() => undefined);
    if (!current?.alive) await this.#endProcess();
    if (this.#closed) throw new Error('The renderer was closed.');
    return this.#forking === 'untried' ? this.#openByTrial() : this.#openTab();
  }

  async #openTab(): Promise<Tab> {
    return Tab.open(await (this.#process ??= this.#start()), this.#options.allowedHosts);
  }

  /** Finds out whether forking works: it does not if a forking browser opens no tab and a non-forking one does. */
  async #openByTrial(): Promise<Tab> {
    // A failure here is unrelated to forking.
    await this.#installed();
    try {
      const opening = this.#openTab();
      if (!(await settlesWithin(opening, times.trial))) throw new Error('The first tab did not respond.');
      const tab = await opening;
      this.#forking = 'works';
      return tab;
    } catch (reason) {
      await this.#endProcess();
      if (this.#closed) throw reason;
      this.#forking = 'fails';
      try {
        const tab = await this.#openTab();
        this.#options.onForkingFailed?.(reason);
        return tab;
      } catch (error) {
        this.#forking = 'untried';
        throw error;
      }
    }
  }

  async #start(): Promise<BrowserProcess> {
    const { workFolder, ...installation } = await this.#installed();
    const folder = join(workFolder, `browser-${(this.#launches += 1)}`);
    return BrowserProcess.start({
      ...installation,
      folder,
      pageProcesses: this.#forking === 'fails' ? 'started' : 'forked',
      patience: this.#forking === 'untried' ? times.trial : times.start,
    });
  }

  #installed(): Promise<Installation> {
    return (this.#installation ??= this.#install());
  }

  async #install(): Promise<Installation> {
    const { chromiumRoot, fontsConf, workDirectory } = this.#options;
    try {
      await sweepWorkFolders(workDirectory);
      const workFolder = createWorkFolder(workDirectory);
      const [program] = await Promise.all([
        unpackBrowser(chromiumRoot, workDirectory, workFolder),
        // Other threads unpack; this one meanwhile loads the next modules.
        import('puppeteer-core'),
      ]);
      return { program, libraries: join(chromiumRoot, 'lib'), fontsConf, workFolder };
    } catch (error) {
      // The next attempt may find disk space again.
      this.#installation = undefined;
      throw error;
    }
  }

  /** Ends the browser and its prepared tab. */
  async #kill(): Promise<void> {
    const next = this.#next;
    this.#next = undefined;
    await this.#endProcess();
    // Its proxy runs in this process.
    next?.then((tab) => tab.close()).catch(() => undefined);
  }

  /** Also ends a process that is still starting. */
  async #endProcess(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    await (await process?.catch(() => undefined))?.kill();
  }
}
