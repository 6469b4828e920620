import { AppError } from '../../base/app-error.ts';
import { BrowserFailed } from './chromium/browser-failed.ts';
import type { ResidentBrowser } from './chromium/resident-browser.ts';
import { settlesWithin } from './chromium/settles-within.ts';
import { PageCrash, type Tab } from './chromium/tab.ts';

/** Milliseconds in which a working browser has accepted a page's settings, even on a busy machine. */
const longestPreparation = 3_000;

/** One rendering's hold on the browser. */
export class Turn {
  readonly #browser: ResidentBrowser;
  #tab: Tab | undefined;
  #ended = false;
  /** Whether the browser is known to work. */
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
   * Takes a tab and prepares it. A browser that fails before it has received the page is replaced once.
   *
   * @throws AppError when `prepare` throws one
   * @throws Error when Chromium cannot be started
   */
  async begin<Prepared>(prepare: (tab: Tab) => Promise<Prepared>): Promise<Prepared> {
    try {
      const prepared = this.#watch(prepare(await this.#take()));
      if (await settlesWithin(prepared, longestPreparation)) return await prepared;
      throw new Error('The browser did not accept its settings in time.');
    } catch (error) {
      if (error instanceof AppError || !this.#tab || this.#ended) throw error;
      this.abandon();
      return this.#watch(prepare(await this.#take()));
    }
  }

  /** Ends the browser, so that `begin` starts another. */
  abandon(): void {
    if (this.#tab) this.#browser.release(this.#tab, 'kill');
    this.#tab = undefined;
  }

  /**
   * @param isLast whether a failed browser that was not killed is the page's fault, as it is when two browsers fail
   * @throws AppError when the page is at fault, whatever the browser reports
   * @throws BrowserFailed in every other case
   */
  async go<Result>(work: Promise<Result>, isLast: boolean): Promise<Result> {
    try {
      const result = await this.#watch(work);
      this.#orderly = true;
      return result;
    } catch (error) {
      if (error instanceof AppError || error instanceof BrowserFailed || isProgrammingError(error))
        throw error;
      if ((!isLast && !(error instanceof PageCrash)) || (await this.#wasKilled(error))) {
        throw new BrowserFailed('The browser failed while it rendered the page.', { cause: error });
      }
      throw new AppError('render-failed', this.#whatHappened(error), { cause: error });
    }
  }

  /** Work that continues after this call is ended with the browser. */
  end(): void {
    this.#ended = true;
    if (this.#tab) this.#browser.release(this.#tab, this.#orderly ? 'close' : 'kill');
  }

  async #take(): Promise<Tab> {
    const tab = await this.#browser.take();
    if (this.#ended) {
      this.#browser.release(tab, 'close');
      throw new Error('No rendering waits for the browser any longer.');
    }
    this.#tab = tab;
    return tab;
  }

  /** Records that the browser works when an error is about the page. */
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
    return this.#tab?.process.alive ? 'The page could not be rendered.' : 'The page crashed the browser.';
  }
}

/** Whether an error is a programming error of this code. */
const isProgrammingError = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
