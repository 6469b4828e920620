import type { Page } from 'puppeteer-core';
import type { NetworkLog } from './network-log.ts';
import { navigationFault } from './page-errors.ts';
import type { Progress } from './progress.ts';

/** Of a network that was just set up, or has just been thawed with the process. */
const passing = /ERR_NETWORK_CHANGED/;

/**
 * Loads a page until its `load` event.
 *
 * @throws AppError what Chromium says of a page that cannot be loaded
 */
export async function loadPage(page: Page, url: string, log: NetworkLog, progress: Progress): Promise<void> {
  progress.enter('the page to load', () => pendingText(log.pending()));
  try {
    await go(page, url);
  } catch (error) {
    if (!isNavigationError(error)) throw error;
    // The log tells more than the error: where redirects led, and what the proxy said.
    if (log.document?.error === undefined) throw faultOf(error, log.document?.url ?? url);
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

const faultOf = ({ message }: Error, url: string): Error => navigationFault(url, message);

/** The most URLs that are named. */
const most = 3;

/** What has been asked for and has not come, for the error that says so. */
export function pendingText(urls: readonly string[]): string {
  if (urls.length === 0) return '';
  const others = urls.length > most ? ` and ${urls.length - most} more` : '';
  return ` (${urls.slice(0, most).join(', ')}${others})`;
}
