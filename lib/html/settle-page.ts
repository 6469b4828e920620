import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'puppeteer-core';
import { AppError } from '../app-error.ts';
import { isTruthy, readFromPage, runInPage, ScriptError } from './in-page.ts';
import { pendingText } from './load-page.ts';
import type { NetworkLog } from './network-log.ts';
import type { Progress } from './progress.ts';
import type { PageOptions } from './render-request.ts';

/** Milliseconds. */
const times = {
  /** Between two looks at something that is waited for. */
  look: 20,
  /** For pictures and fonts that were asked for late: the page is complete without them. */
  late: 5_000,
  /** The longest delay of a `<meta http-equiv=refresh>` that is part of loading a page. */
  refresh: 1_000,
  /** Beyond that delay, for the next document to be asked for. */
  refreshSlack: 500,
} as const;

/** What a loaded page may still have to do. */
interface Survey {
  /** Seconds until it replaces itself. */
  refresh: number | null;
  /** Whether there are pictures or frames that are loaded only once they are in sight. */
  lazy: boolean;
  /** Whether there are scripts, which may load more once it is in sight, and something out of sight. */
  scrolls: boolean;
}

const survey = `(() => {
  const refresh = document.querySelector('meta[http-equiv=refresh i]')?.content;
  const seconds = refresh === undefined ? NaN : parseFloat(refresh);
  const root = document.scrollingElement ?? document.documentElement;
  return JSON.stringify({
    refresh: Number.isNaN(seconds) ? null : seconds,
    lazy: document.querySelector('img[loading=lazy i], iframe[loading=lazy i]') !== null,
    scrolls: document.scripts.length > 0 && root.scrollHeight > innerHeight,
  });
})()`;

const loadLazy = `(() => {
  for (const element of document.querySelectorAll('[loading=lazy i]')) element.loading = 'eager';
})()`;

/** Also for pictures and fonts that are only just being asked for, fonts by the layout. */
const lateOnesAreThere = `(() => {
  document.documentElement.getBoundingClientRect();
  return document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete);
})()`;

/** A screen at a time, and not more steps than this, down the page and back to where it was. */
const scrollThrough = `(async () => {
  const mostSteps = 60;
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100); });
  const root = document.scrollingElement ?? document.documentElement;
  const { scrollX: left, scrollY: before } = window;
  const step = Math.max(innerHeight, root.scrollHeight / mostSteps);
  for (let top = 0, steps = 0; top < root.scrollHeight && steps < mostSteps; top += step, steps += 1) {
    window.scrollTo({ left, top, behavior: 'instant' });
    await frame();
  }
  window.scrollTo({ left, top: before, behavior: 'instant' });
  await frame();
})()`;

/**
 * Waits until a loaded page is as it is to be rendered: what replaces it is there, what the options name is the case,
 * and pictures and fonts that show only when one looks are loaded.
 *
 * @param whole whether more is rendered than the viewport shows
 * @param check throws what is wrong with the document that is there now
 * @throws AppError `invalid-field` for a selector or an expression that is none
 */
export async function settlePage(
  session: CDPSession,
  options: PageOptions,
  whole: boolean,
  log: NetworkLog,
  check: () => void,
  progress: Progress,
): Promise<void> {
  for (let documents = -1; documents !== log.navigations;) {
    progress.enter('the page to load', () => pendingText(log.pending()));
    while (!log.loaded) await sleep(times.look);
    check();
    documents = log.navigations;
    const found = await readFromPage<Survey>(session, survey);
    if (await isReplaced(found.refresh, log)) continue;
    await waitFor(session, options, progress);
    if (whole) await showAll(session, found, options, progress);
    progress.enter('pictures and fonts', () => pendingText(log.pending()));
    await waitForLate(session, log);
  }
}

/** Whether another document comes at once, as pages do that say "you are being redirected". */
async function isReplaced(refresh: number | null, log: NetworkLog): Promise<boolean> {
  if (refresh === null || refresh * 1000 > times.refresh) return false;
  const before = log.navigations;
  const until = Date.now() + refresh * 1000 + times.refreshSlack;
  while (log.navigations === before && Date.now() < until) await sleep(times.look);
  return log.navigations !== before;
}

async function waitFor(session: CDPSession, options: PageOptions, progress: Progress): Promise<void> {
  const { waitForSelector, waitForExpression, waitDelay } = options;
  if (waitForSelector !== undefined) {
    progress.enter(`an element that matches '${waitForSelector}'`);
    const look = `document.querySelector(${JSON.stringify(waitForSelector)}) !== null`;
    await until(session, look, (error) =>
      AppError.inField('invalid-field', 'waitForSelector', `'${waitForSelector}' is not a CSS selector`, {
        cause: error,
      }),
    );
  }
  if (waitForExpression !== undefined) {
    let thrown = '';
    progress.enter(`the expression '${waitForExpression}' to be true`, () => thrown);
    await until(session, waitForExpression, (error) => {
      if (error.thrown === 'SyntaxError') {
        const message = `'${waitForExpression}' is not a JavaScript expression: ${error.message}`;
        return AppError.inField('invalid-field', 'waitForExpression', message, { cause: error });
      }
      // What it asks for may not be there yet.
      thrown = ` (it throws ${error.message})`;
      return undefined;
    });
  }
  if (waitDelay !== undefined && waitDelay > 0) {
    progress.enter(`the delay of ${waitDelay} ms`);
    await sleep(waitDelay);
  }
}

/** @param faultOf the error for what the expression throws; undefined to go on looking */
async function until(
  session: CDPSession,
  expression: string,
  faultOf: (error: ScriptError) => AppError | undefined,
): Promise<void> {
  for (;;) {
    try {
      if (isTruthy(await runInPage(session, expression))) return;
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      const fault = faultOf(error);
      if (fault) throw fault;
    }
    await sleep(times.look);
  }
}

async function showAll(
  session: CDPSession,
  found: Survey,
  options: PageOptions,
  progress: Progress,
): Promise<void> {
  progress.enter('what loads when it comes into sight');
  if (found.lazy) await runInPage(session, loadLazy);
  if (found.scrolls && options.javascript) await runInPage(session, scrollThrough);
}

async function waitForLate(session: CDPSession, log: NetworkLog): Promise<void> {
  const limit = Date.now() + times.late;
  const types = ['image', 'stylesheet', 'font'];
  while (Date.now() < limit) {
    if (log.pending(...types).length === 0 && isTruthy(await runInPage(session, lateOnesAreThere))) return;
    await sleep(times.look);
  }
  for (const url of log.pending(...types)) {
    log.add({ code: 'slow', message: `${url} had not come after ${times.late / 1000} s.`, url });
  }
}
