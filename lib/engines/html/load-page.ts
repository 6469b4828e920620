import type { CDPSession } from 'puppeteer-core';
import type { NetworkLog } from './network-log.ts';
import { navigationError } from './page-errors.ts';
import type { Progress } from './progress.ts';

/** Reported by a network that was just set up, or has just been thawed with the process. */
const passing = /ERR_NETWORK_CHANGED/;

/** A status without content: Chromium shows a page of its own, and the status is known. */
const statusAlone = /ERR_HTTP_RESPONSE_CODE_FAILURE/;

/**
 * Loads a page until its `load` event.
 *
 * @throws AppError when Chromium cannot load the page
 */
export async function loadPage(
  session: CDPSession,
  url: string,
  log: NetworkLog,
  progress: Progress,
): Promise<void> {
  progress.enter('the page to load', () => pendingText(log.pending()));
  let error = await navigate(session, url);
  if (passing.test(error)) error = await navigate(session, url);
  if (error === '' || statusAlone.test(error)) return log.loaded();
  // The log has more detail than the error: redirects and the proxy's responses.
  if (log.document?.error === undefined) throw navigationError(log.document?.url ?? url, error);
}

/** @returns Chromium's error, `net::ERR_…`, or an empty text */
async function navigate(session: CDPSession, url: string): Promise<string> {
  const { errorText = '' } = await session.send('Page.navigate', { url });
  return errorText;
}

/** Maximum number of URLs in the text. */
const most = 3;

/** The pending requests, for the error message. */
export function pendingText(urls: readonly string[]): string {
  if (urls.length === 0) return '';
  const others = urls.length > most ? ` and ${urls.length - most} more` : '';
  return ` (${urls.slice(0, most).join(', ')}${others})`;
}
