import { statfs } from 'node:fs/promises';
import { AppError } from '../../base/app-error.ts';
import { AllowedHosts } from '../egress/allowed-hosts.ts';
import { type FontInventory, readFontInventory } from '../fonts/font-inventory.ts';
import { BrowserFailed } from './chromium/browser-failed.ts';
import { ResidentBrowser } from './chromium/resident-browser.ts';
import { Progress } from './progress.ts';
import { withinLimits } from '../../base/processes/within-limits.ts';
import { renderFaults, type RenderLimits } from './render-limits.ts';
import { preparePage, renderPage } from './render-page.ts';
import type { Rendering, RenderRequest } from './render-request.ts';
import { Turn } from './turn.ts';

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
  /** Told once, with the reason, that pages' processes cannot be forked here, so that each of them starts anew. */
  onForkingFailed?: (reason: unknown) => void;
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
  readonly #fontsConf: string;
  #inventory: Promise<FontInventory> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: RendererOptions) {
    const { memoryLimitBytes = 1.25 * 1024 ** 3, ...rest } = options;
    this.#memoryLimitBytes = memoryLimitBytes;
    this.#workDirectory = options.workDirectory;
    this.#fontsConf = options.fontsConf;
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
        const inventory = await (this.#inventory ??= readFontInventory(this.#fontsConf));
        return turn.go(Promise.race([renderPage(prepared, inventory, progress), prepared.tab.crash]), isLast);
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

/** Bytes on the disk without which Chromium does not work, or fails at pages that are in order. */
const leastDisk = 16 * 1024 ** 2;

async function isFull(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < leastDisk;
}

/** What a page is held at fault for, and can be for want of disk as well. */
const mayBeForWantOfDisk = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'render-failed' || error.code === 'render-timeout');
