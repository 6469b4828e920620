import { statfs } from 'node:fs/promises';
import { AppError } from '../app-error.ts';
import { AllowedHosts } from '../egress/allowed-hosts.ts';
import { BrowserFailed } from './chromium/browser-failed.ts';
import { ResidentBrowser } from './chromium/resident-browser.ts';
import { settlesWithin } from './chromium/settles-within.ts';
import { PageCrash, type Tab } from './chromium/tab.ts';
import { Progress } from './progress.ts';
import { withinLimits } from '../processes/within-limits.ts';
import { renderFaults, type RenderLimits } from './render-limits.ts';
import { preparePage, renderPage } from './render-page.ts';
import type { Rendering, RenderRequest } from './render-request.ts';

export interface RendererOptions {
  /** The Chromium layer's `chromium` folder. */
  chromiumRoot: string;
  /** The fonts layer's `fonts.conf`; the fonts are beside it. */
  fontsConf: string;
  /** Where Chromium is unpacked, which stays, and has its profiles, which do not. Other renderers may use it too. */
  workDirectory: string;
  /** Hosts that pages may reach though they are not public. None by default. */
  allowedHosts?: AllowedHosts;
  /** Memory of all of Chromium's processes together at which a rendering is ended, in bytes. Default 1.25 GiB. */
  memoryLimitBytes?: number;
  /** Renderings after which the browser is replaced. Default 200. */
  maximumUses?: number;
  /** Milliseconds after which it is. Default an hour. */
  maximumAge?: number;
}

/**
 * Renders pages with Chromium: one browser that stays, a fresh context for each page.
 *
 * Pages are rendered one after the other, as they come: one that takes the browser down takes nobody else's down.
 */
export class Renderer {
  readonly #browser: ResidentBrowser;
  readonly #memoryLimitBytes: number;
  readonly #workDirectory: string;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: RendererOptions) {
    const { memoryLimitBytes = 1.25 * 1024 ** 3, ...rest } = options;
    this.#memoryLimitBytes = memoryLimitBytes;
    this.#workDirectory = options.workDirectory;
    this.#browser = new ResidentBrowser({
      allowedHosts: AllowedHosts.none,
      maximumUses: 200,
      maximumAge: 3_600_000,
      ...rest,
    });
  }

  /**
   * Unpacks Chromium and starts it, so that the first page need not wait.
   *
   * @throws Error when that fails
   */
  warmUp(): Promise<void> {
    return this.#browser.prepare();
  }

  /**
   * Renders one page.
   *
   * @throws AppError `url-not-allowed` when the page is where pages may not reach; `url-unreachable` when it cannot be
   *   loaded; `render-timeout`; `invalid-field` and `invalid-range` for options that only the page shows to be wrong;
   *   `render-failed` for everything else that the page is at fault for
   * @throws Error when Chromium cannot be started, failed twice for no fault of the page, or has no disk left; the signal's
   *   reason when that is aborted
   */
  async render(request: RenderRequest, limits: RenderLimits): Promise<Rendering> {
    const before = this.#last;
    const { promise, resolve: end } = Promise.withResolvers<undefined>();
    this.#last = promise;
    const progress = new Progress();
    const turn = new Turn(this.#browser);
    let metPage = false;
    const work = async (): Promise<Rendering> => {
      progress.enter('its turn');
      await before;
      const attempt = async (isLast: boolean): Promise<Rendering> => {
        progress.enter('the browser to start');
        const prepared = await turn.begin((tab) => preparePage(tab, request));
        metPage = true;
        return turn.go(Promise.race([renderPage(prepared, progress), prepared.tab.crash]), isLast);
      };
      return attempt(false).catch((error: unknown) => {
        // Past its limits the browser was ended with it, and the one that there is now is another's.
        if (!(error instanceof BrowserFailed) || turn.ended) throw error;
        turn.abandon();
        return attempt(true);
      });
    };
    try {
      return await withinLimits(
        work(),
        {
          ...limits,
          memoryLimitBytes: this.#memoryLimitBytes,
          memoryBytes: () => turn.tab?.process.memoryBytes() ?? 0,
        },
        renderFaults(progress, this.#memoryLimitBytes, () => metPage),
      );
    } catch (error) {
      if (!mayBeForWantOfDisk(error) || !(await isFull(this.#workDirectory))) throw error;
      throw new BrowserFailed('The browser has no room left on the disk.', { cause: error });
    } finally {
      turn.end();
      void before.then(() => end(undefined));
    }
  }

  /** Ends the browser and removes its files. A rendering that runs fails. */
  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** Milliseconds in which a browser that works has taken a page's settings, however busy the machine is. */
const longestPreparation = 3_000;

/** One rendering's hold on the browser. */
class Turn {
  readonly #browser: ResidentBrowser;
  #tab: Tab | undefined;
  #ended = false;
  /** Whether the browser can be expected to be in order. */
  #orderly = false;

  constructor(browser: ResidentBrowser) {
    this.#browser = browser;
  }

  get tab(): Tab | undefined {
    return this.#tab;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Gets a tab and makes it ready. A browser that fails at this, before it has met the page, is replaced once.
   *
   * @throws AppError of `prepare`; Error when Chromium cannot be started
   */
  async begin<Prepared>(prepare: (tab: Tab) => Promise<Prepared>): Promise<Prepared> {
    try {
      const prepared = this.#watch(prepare(await this.#take()));
      if (await settlesWithin(prepared, longestPreparation)) return await prepared;
      throw new Error('The browser does not take its settings.');
    } catch (error) {
      if (error instanceof AppError || !this.#tab || this.#ended) throw error;
      this.abandon();
      return this.#watch(prepare(await this.#take()));
    }
  }

  /** Ends the browser, so that `begin` gets another. */
  abandon(): void {
    if (this.#tab) this.#browser.release(this.#tab, 'kill');
    this.#tab = undefined;
  }

  /**
   * @param isLast whether the page is at fault for a browser that fails and was not killed: one at which two fail is
   * @throws AppError for what the page is at fault for, whatever the browser says; BrowserFailed for all else
   */
  async go<Result>(work: Promise<Result>, isLast: boolean): Promise<Result> {
    try {
      const result = await this.#watch(work);
      this.#orderly = true;
      return result;
    } catch (error) {
      if (error instanceof AppError || error instanceof BrowserFailed || isOwnFault(error)) throw error;
      if ((!isLast && !(error instanceof PageCrash)) || (await this.#wasKilled(error))) {
        throw new BrowserFailed('The browser failed at the page.', { cause: error });
      }
      throw new AppError('render-failed', this.#whatHappened(error), { cause: error });
    }
  }

  /** What goes on beyond this is ended with the browser. */
  end(): void {
    this.#ended = true;
    if (this.#tab) this.#browser.release(this.#tab, this.#orderly ? 'close' : 'kill');
  }

  async #take(): Promise<Tab> {
    const tab = await this.#browser.take();
    if (this.#ended) {
      this.#browser.release(tab, 'close');
      throw new Error('Nobody waited for the browser any more.');
    }
    this.#tab = tab;
    return tab;
  }

  /** Notes that the browser is in order when an error is about the page. */
  async #watch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      this.#orderly = error instanceof AppError;
      throw error;
    }
  }

  async #wasKilled(error: unknown): Promise<boolean> {
    if (error instanceof PageCrash) return error.wasKilled;
    return (await this.#tab?.process.wasKilled()) ?? false;
  }

  #whatHappened(error: unknown): string {
    if (error instanceof PageCrash) return 'The page crashed; it may have run out of memory.';
    return this.#tab?.process.alive ? 'The page could not be rendered.' : 'The page took the browser down.';
  }
}

/** Bytes on the disk without which Chromium does not work, or fails at pages that are in order. */
const leastDisk = 16 * 1024 ** 2;

async function isFull(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < leastDisk;
}

/** What a page is held at fault for, and can be for want of disk as well. */
const mayBeForWantOfDisk = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'render-failed' || error.code === 'render-timeout');

/** Programming faults among what is thrown while a page is rendered. */
const isOwnFault = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
