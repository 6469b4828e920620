import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/app-error.ts';
import { pendingText } from './load-page.ts';
import type { MainFrame } from './main-frame.ts';
import type { NetworkLog } from './network-log.ts';
import type { Progress } from './progress.ts';
import type { PageOptions } from '../../api/options/html.ts';
import { ScriptError } from './script-error.ts';

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
  return {
    refresh: Number.isFinite(seconds) ? seconds : null,
    lazy: document.querySelector('img[loading=lazy i], iframe[loading=lazy i]') !== null,
    scrolls: document.scripts.length > 0 && root !== null && Reflect.get(Element.prototype, 'scrollHeight', root) > innerHeight,
  };
})()`;

function readSurvey(value: unknown): Survey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { refresh, lazy, scrolls } = value as Record<string, unknown>;
  if (refresh !== null && (typeof refresh !== 'number' || !Number.isFinite(refresh))) return undefined;
  if (typeof lazy !== 'boolean' || typeof scrolls !== 'boolean') return undefined;
  return { refresh, lazy, scrolls };
}

const readBoolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const loadLazy = `(() => {
  for (const element of document.querySelectorAll('[loading=lazy i]')) element.loading = 'eager';
  return true;
})()`;

/** Also for pictures and fonts that are only just being asked for, fonts by the layout. */
const lateOnesAreThere = `(() => {
  const root = document.documentElement;
  if (root !== null) Element.prototype.getBoundingClientRect.call(root);
  return document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete);
})()`;

/** A screen at a time, and not more steps than this, down the page and back to where it was. */
const scrollThrough = `(async () => {
  const mostSteps = 60;
  const frame = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100); });
  const root = document.scrollingElement ?? document.documentElement;
  const { scrollX: left, scrollY: before } = window;
  const height = () => (root === null ? 0 : Reflect.get(Element.prototype, 'scrollHeight', root));
  const step = Math.max(innerHeight, height() / mostSteps);
  for (let top = 0, steps = 0; top < height() && steps < mostSteps; top += step, steps += 1) {
    window.scrollTo({ left, top, behavior: 'instant' });
    await frame();
  }
  window.scrollTo({ left, top: before, behavior: 'instant' });
  await frame();
  return true;
})()`;

/**
 * Waits until a loaded page is as it is to be rendered: what replaces it is there, what the options name is the case,
 * and pictures and fonts that show only when one looks are loaded.
 *
 * @param whole whether more is rendered than the viewport shows
 * @param check throws what is wrong with the document that is there now
 * @throws AppError `invalid-field` for a selector that is none
 */
export async function settlePage(
  frame: MainFrame,
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
    const found = await frame.read(survey, readSurvey);
    if (await isReplaced(found.refresh, log)) continue;
    await waitFor(frame, options, progress);
    if (whole) await showAll(frame, found, options, progress);
    progress.enter('pictures and fonts', () => pendingText(log.pending()));
    await waitForLate(frame, log);
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

async function waitFor(frame: MainFrame, options: PageOptions, progress: Progress): Promise<void> {
  const { waitForSelector, waitForExpression, waitDelay } = options;
  if (waitForSelector !== undefined) {
    progress.enter(`an element that matches '${waitForSelector}'`);
    await waitForElement(frame, waitForSelector);
  }
  if (waitForExpression !== undefined) {
    let thrown = '';
    progress.enter(`the expression '${waitForExpression}' to be true`, () => thrown);
    await until(() =>
      frame.isTruthy(waitForExpression).catch((error: unknown) => {
        if (!(error instanceof ScriptError)) throw error;
        // What it asks for may not be there yet.
        thrown = ` (it throws ${error.message})`;
        return false;
      }),
    );
  }
  if (waitDelay !== undefined && waitDelay > 0) {
    progress.enter(`the delay of ${waitDelay} ms`);
    await sleep(waitDelay);
  }
}

async function waitForElement(frame: MainFrame, selector: string): Promise<void> {
  const script = `document.querySelector(${JSON.stringify(selector)}) !== null`;
  const faultOf = (cause: ScriptError): AppError =>
    AppError.inField('invalid-field', 'waitForSelector', `'${selector}' is not a CSS selector`, { cause });
  await until(() => frame.read(script, readBoolean, faultOf));
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await sleep(times.look);
}

async function showAll(
  frame: MainFrame,
  found: Survey,
  options: PageOptions,
  progress: Progress,
): Promise<void> {
  progress.enter('what loads when it comes into sight');
  if (found.lazy) await frame.read(loadLazy, readBoolean);
  if (found.scrolls && options.javascript) {
    await frame.read(scrollThrough, readBoolean);
  }
}

async function waitForLate(frame: MainFrame, log: NetworkLog): Promise<void> {
  const limit = Date.now() + times.late;
  const types = ['image', 'stylesheet', 'font'];
  while (Date.now() < limit) {
    if (log.pending(...types).length === 0 && (await frame.read(lateOnesAreThere, readBoolean))) return;
    await sleep(times.look);
  }
  for (const url of log.pending(...types)) {
    log.add({ code: 'slow', message: `${url} had not come after ${times.late / 1000} s.`, url });
  }
}
