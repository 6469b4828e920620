import type { Page } from 'puppeteer-core';
import type { NetworkLog } from './network-log.ts';
import { navigationError } from './page-errors.ts';
import type { Progress } from './progress.ts';

/** Reported by a network that was just set up, or has just been thawed with the process. */
const passing = /ERR_NETWORK_CHANGED/;

/**
 * Loads a page until its `load` event.
 *
 * @throws AppError when Chromium cannot load the page
 */
export async function loadPage(page: Page, url: string, log: NetworkLog, progress: Progress): Promise<void> {
  progress.enter('the page to load', () => pendingText(log.pending()));
  try {
    await go(page, url);
  } catch (error) {
    if (!isNavigationError(error)) throw error;
    // The log has more detail than the error: redirects and the proxy's responses.
    if (log.document?.error === undefined) throw errorOf(error, log.document?.url ?? url);
  }
}

async function go(page: Page, url: string): Promise<void> {
  const options = { waitUntil: 'load', timeout: 0 } as const;
  try {
    await page.goto(url, options);
  } catch (error) {
    if (!(error instanceof Error && passing.test(error.message))) throw error;
    await page.goto(url, options);
  }
}

const isNavigationError = (error: unknown): error is Error =>
  error instanceof Error && /net::ERR_/.test(error.message);

const errorOf = ({ message }: Error, url: string): Error => navigationError(url, message);

/** Maximum number of URLs in the text. */
const most = 3;

/** The pending requests, for the error message. */
export function pendingText(urls: readonly string[]): string {
  if (urls.length === 0) return '';
  const others = urls.length > most ? ` and ${urls.length - most} more` : '';
  return ` (${urls.slice(0, most).join(', ')}${others})`;
}
