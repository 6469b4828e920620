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
  /** Interval between two checks. */
  look: 20,
  /** Without more pending requests than that, for the network to be idle. As in Chromium's life cycle events. */
  idle: 500,
  /** For images and fonts that are requested late; the page is complete without them. */
  late: 5_000,
  /** The longest delay of a `<meta http-equiv=refresh>` that counts as part of loading a page. */
  refresh: 1_000,
  /** After that delay, for the next document to be requested. */
  refreshSlack: 500,
} as const;

/** The pending work of a loaded page. */
interface Survey {
  /** Seconds until the page replaces itself. */
  refresh: number | null;
  /** Whether images or frames load only when scrolled into view. */
  lazy: boolean;
  /** Whether the page has scripts. */
  scripted: boolean;
  /** Whether it has content out of view, of which scripts may load more on scrolling. */
  scrolls: boolean;
  /** Whether all images and fonts that are rendered are there. */
  complete: boolean;
}

/** Whether Chromium loads an image only when it comes into the viewport, where it is not. */
const isDeferred = `(image) => {
  if (image.loading !== 'lazy') return false;
  const [box] = Element.prototype.getClientRects.call(image);
  return !box || box.bottom < 0 || box.right < 0 || box.top > innerHeight || box.left > innerWidth;
}`;

/**
 * Covers images and fonts that are only now being requested; fonts are requested by layout.
 *
 * @param whole whether more than the viewport is rendered
 */
const lateOnesAreThere = (whole: boolean): string => `(() => {
  const root = document.documentElement;
  if (root !== null) Element.prototype.getBoundingClientRect.call(root);
  const isNeedless = ${whole ? '() => false' : isDeferred};
  return document.fonts.status === 'loaded' &&
    [...document.images].every((image) => image.complete || isNeedless(image));
})()`;

const survey = (whole: boolean): string => `(() => {
  const refresh = document.querySelector('meta[http-equiv=refresh i]')?.content;
  const seconds = refresh === undefined ? NaN : parseFloat(refresh);
  const root = document.scrollingElement ?? document.documentElement;
  return {
    refresh: Number.isFinite(seconds) ? seconds : null,
    lazy: document.querySelector('img[loading=lazy i], iframe[loading=lazy i]') !== null,
    scripted: document.scripts.length > 0,
    scrolls: root !== null && Reflect.get(Element.prototype, 'scrollHeight', root) > innerHeight,
    complete: ${lateOnesAreThere(whole)},
  };
})()`;

function readSurvey(value: unknown): Survey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { refresh, lazy, scripted, scrolls, complete } = value as Record<string, unknown>;
  if (refresh !== null && (typeof refresh !== 'number' || !Number.isFinite(refresh))) return undefined;
  if (typeof lazy !== 'boolean' || typeof complete !== 'boolean') return undefined;
  if (typeof scripted !== 'boolean' || typeof scrolls !== 'boolean') return undefined;
  return { refresh, lazy, scripted, scrolls, complete };
}

const readBoolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

const loadLazy = `(() => {
  for (const element of document.querySelectorAll('[loading=lazy i]')) element.loading = 'eager';
  return true;
})()`;

/** Waits for a frame, and for what observers of its elements do then: they run after the callbacks of the frame. */
const nextFrame = `async () => {
  await new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100); });
  await new Promise((done) => setTimeout(done));
}`;

/** Scrolls down the page one screen at a time, up to a maximum of steps, and back to its position. */
const scrollThrough = `(async () => {
  const mostSteps = 60;
  const frame = ${nextFrame};
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

const drawOnce = `(${nextFrame})().then(() => true)`;

/**
 * Waits until a loaded page is ready to render: its redirects are followed, the conditions of the options hold, and
 * images and fonts that load on scrolling are there.
 *
 * @param whole whether more than the viewport is rendered
 * @param check throws when the current document is at fault
 * @throws AppError `invalid-field` when a selector is not valid
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
    await log.loaded();
    check();
    documents = log.navigations;
    const found = await frame.read(survey(whole), readSurvey);
    if (await isReplaced(found.refresh, log)) continue;
    await waitForIdleNetwork(log, options, progress);
    const hasWaited = await waitFor(frame, options, progress);
    if (options.skipNetworkIdle) continue;
    const hasShown = await showAll(frame, found, whole, options, progress);
    const isAsFound = found.refresh === null && !hasWaited && !hasShown;
    if (isAsFound && found.complete && log.pending(...lateTypes).length === 0) continue;
    progress.enter('images and fonts', () => pendingText(log.pending()));
    await waitForLate(frame, log, whole);
  }
}

/** Whether another document follows at once, as on pages that announce a redirect. */
async function isReplaced(refresh: number | null, log: NetworkLog): Promise<boolean> {
  if (refresh === null || refresh * 1000 > times.refresh) return false;
  const before = log.navigations;
  const until = Date.now() + refresh * 1000 + times.refreshSlack;
  while (log.navigations === before && Date.now() < until) await sleep(times.look);
  return log.navigations !== before;
}

async function waitForIdleNetwork(
  log: NetworkLog,
  { idleRequests }: PageOptions,
  progress: Progress,
): Promise<void> {
  if (idleRequests === undefined) return;
  progress.enter('the network to be idle', () => pendingText(log.pending()));
  let since = Date.now();
  while (Date.now() - since < times.idle) {
    await sleep(times.look);
    if (log.pending().length > idleRequests) since = Date.now();
  }
}

/** @returns whether the options have a condition */
async function waitFor(frame: MainFrame, options: PageOptions, progress: Progress): Promise<boolean> {
  const { waitForSelector, waitForExpression, waitDelay, waitsForBox = false } = options;
  if (waitForSelector !== undefined) {
    progress.enter(`an element that matches '${waitForSelector}'`);
    await waitForElement(frame, waitForSelector, waitsForBox);
  }
  if (waitForExpression !== undefined) {
    let thrown = '';
    progress.enter(`the expression '${waitForExpression}' to be true`, () => thrown);
    await until(() =>
      frame.isTruthy(waitForExpression).catch((error: unknown) => {
        if (!(error instanceof ScriptError)) throw error;
        // The requested document may not be there yet.
        thrown = ` (it throws ${error.message})`;
        return false;
      }),
    );
  }
  if (waitDelay !== undefined && waitDelay > 0) {
    progress.enter(`the delay of ${waitDelay} ms`);
    await sleep(waitDelay);
  }
  return [waitForSelector, waitForExpression, waitDelay].some((condition) => condition !== undefined);
}

async function waitForElement(frame: MainFrame, selector: string, needsBox: boolean): Promise<void> {
  const script = `(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    if (element === null) return false;
    return ${needsBox ? 'Element.prototype.getClientRects.call(element).length > 0' : 'true'};
  })()`;
  const errorOf = (cause: ScriptError): AppError =>
    AppError.inField('invalid-field', 'waitForSelector', `'${selector}' is not a CSS selector`, { cause });
  await until(() => frame.read(script, readBoolean, errorOf));
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await sleep(times.look);
}

/** @returns whether the page may have changed */
async function showAll(
  frame: MainFrame,
  { lazy, scripted, scrolls }: Survey,
  whole: boolean,
  { javascript }: PageOptions,
  progress: Progress,
): Promise<boolean> {
  progress.enter('resources that load when they become visible');
  const loads = whole && lazy;
  const draws = javascript && scripted;
  if (loads) await frame.read(loadLazy, readBoolean);
  if (draws) await frame.read(whole && scrolls ? scrollThrough : drawOnce, readBoolean);
  return loads || draws;
}

/** Types of requests that a page may make late. */
const lateTypes = ['image', 'stylesheet', 'font'];

async function waitForLate(frame: MainFrame, log: NetworkLog, whole: boolean): Promise<void> {
  const limit = Date.now() + times.late;
  const areThere = lateOnesAreThere(whole);
  while (Date.now() < limit) {
    if (log.pending(...lateTypes).length === 0 && (await frame.read(areThere, readBoolean))) return;
    await sleep(times.look);
  }
  for (const url of log.pending(...lateTypes)) {
    log.add({ code: 'slow', message: `${url} had not loaded after ${times.late / 1000} s.`, url });
  }
}
