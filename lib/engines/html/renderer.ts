import { statfs } from 'node:fs/promises';
import { AppError } from '../../base/app-error.ts';
import { prepareOnce } from '../../base/prepare-once.ts';
import { AllowedHosts } from '../egress/allowed-hosts.ts';
import { type FontInventory, readFontInventory } from '../fonts/font-inventory.ts';
import { BrowserFailed } from './chromium/browser-failed.ts';
import { ResidentBrowser } from './chromium/resident-browser.ts';
import { Progress } from './progress.ts';
import { withinLimits } from '../../base/processes/within-limits.ts';
import { limitErrors, type RenderLimits } from './render-limits.ts';
import { preparePage, renderPage } from './render-page.ts';
import type { Rendering, RenderRequest } from './render-request.ts';
import { Turn } from './turn.ts';

export interface RendererOptions {
  /** The Chromium layer's `chromium` folder. */
  chromiumRoot: string;
  /** The fonts layer's `fonts.conf`; the fonts are beside it. */
  fontsConf: string;
  /** Where Chromium is unpacked, which is kept, and stores its profiles, which are removed. Renderers may share it. */
  workDirectory: string;
  /** Non-public hosts that pages may reach. Default: none. */
  allowedHosts?: AllowedHosts;
  /** Memory of all Chromium processes together at which a rendering is ended, in bytes. Default: 1.25 GiB. */
  memoryLimitBytes?: number;
  /** Number of renderings after which the browser is replaced. Default: 200. */
  maximumUses?: number;
  /** Age in milliseconds at which the browser is replaced. Default: one hour. */
  maximumAge?: number;
  /** Called once, with the reason, when page processes cannot be forked here, so that each of them starts anew. */
  onForkingFailed?: (reason: unknown) => void;
}

/**
 * Renders pages with Chromium: one resident browser, a fresh context for each page.
 *
 * Pages are rendered one at a time, in order, so that a page that crashes the browser affects no other.
 */
export class Renderer {
  readonly #browser: ResidentBrowser;
  readonly #memoryLimitBytes: number;
  readonly #workDirectory: string;
  readonly #inventory: () => Promise<FontInventory>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: RendererOptions) {
    const { memoryLimitBytes = 1.25 * 1024 ** 3, ...rest } = options;
    this.#memoryLimitBytes = memoryLimitBytes;
    this.#workDirectory = options.workDirectory;
    this.#inventory = prepareOnce(() => readFontInventory(options.fontsConf));
    this.#browser = new ResidentBrowser({
      allowedHosts: AllowedHosts.none,
      maximumUses: 200,
      maximumAge: 3_600_000,
      ...rest,
    });
  }

  /**
   * Unpacks Chromium and starts it, so that the first page does not wait.
   *
   * @throws Error when that fails
   */
  warmUp(): Promise<void> {
    return this.#browser.prepare();
  }

  /**
   * Renders one page.
   *
   * @throws AppError `url-not-allowed` when pages may not reach the URL; `url-unreachable` when the page cannot be
   *   loaded; `render-timeout` when the deadline passes; `invalid-field` and `invalid-range` when only the page shows
   *   that an option is wrong; `render-failed` for every other fault of the page
   * @throws Error when Chromium cannot be started, failed twice without a fault of the page, or had too little disk space
   * @throws the signal's reason when the signal aborts
   */
  async render(request: RenderRequest, limits: RenderLimits): Promise<Rendering> {
    const before = this.#last;
    const { promise, resolve: end } = Promise.withResolvers<undefined>();
    this.#last = promise;
    const progress = new Progress();
    const turn = new Turn(this.#browser);
    /** Whether the work has come to the page, and with how much disk space. */
    const start = { metPage: false, hadDisk: false };
    const work = async (): Promise<Rendering> => {
      progress.enter('its turn');
      await before;
      const attempt = async (isLast: boolean): Promise<Rendering> => {
        progress.enter('the browser to start');
        const prepared = await turn.begin((tab) => preparePage(tab, request));
        start.metPage = true;
        start.hadDisk = (await freeBytes(this.#workDirectory)) >= enoughDisk;
        const inventory = await this.#inventory();
        return turn.go(Promise.race([renderPage(prepared, inventory, progress), prepared.tab.crash]), isLast);
      };
      return attempt(false).catch((error: unknown) => {
        // At a limit the browser was ended with the page; the current browser belongs to another page.
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
        limitErrors(progress, this.#memoryLimitBytes, () => start.metPage),
      );
    } catch (error) {
      if (!mayBeForWantOfDisk(error) || (await freeBytes(this.#workDirectory)) >= leastDisk) throw error;
      throw start.hadDisk
        ? new AppError('render-failed', 'The page takes more disk space than is available.', { cause: error })
        : new BrowserFailed('The browser has no disk space left.', { cause: error });
    } finally {
      turn.end();
      void before.then(() => end(undefined));
    }
  }

  /** Ends the browser and removes its files. A running rendering fails. */
  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/**
 * Free disk space in bytes: Chromium does not work, or fails on valid pages, with less than the least; only a page that
 * fills the disk needs more than enough.
 */
const [leastDisk, enoughDisk] = [16 * 1024 ** 2, 256 * 1024 ** 2];

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Errors that are attributed to the page, but that a full disk can cause too. */
const mayBeForWantOfDisk = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'render-failed' || error.code === 'render-timeout');
