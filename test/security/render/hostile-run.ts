import { mkdirSync, readdirSync, statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#lib/base/app-error.ts';
import { imageDefaults } from '#lib/api/fields/html/defaults.ts';
import type { RenderRequest, Rendering } from '#lib/engines/html/render-request.ts';
import type { Renderer } from '#lib/engines/html/renderer.ts';
import { pageTexts } from '../../support/pdf.ts';
import { type Hostile, ownText, page } from './attack.ts';
import { memoryOf, openDescriptors, type OtherProcess, otherProcesses } from './processes.ts';
import { newRenderer, requestOf } from './service-renderer.ts';

/** What one hostile page did. Memory in bytes. */
export interface HostileResult {
  ended: string;
  seconds: number;
  /** The most that the browser's processes had together. */
  browserPeak: number;
  /** The most that this process had, in which the renderer runs. */
  ownPeak: number;
  /** Seconds that the render after it took. */
  next: number;
  faults: string[];
}

/** Milliseconds for a rendering, and the allowed delay of its response. */
const deadline = 6_000;
const grace = 1_500;

/** Of the browser and this process together: 2 GB with room for what the system needs. */
const memoryLimit = 1_900e6;

/** A resident browser grows a little with use. The memory of a page must be released. */
const memoryGrowth = 200e6;
const descriptorGrowth = 8;

/** State of the machine, when there is nothing to do. */
interface Calm {
  processes: number;
  memory: number;
  /** The process that has most of it. */
  largest: string;
  files: number;
  diskBytes: number;
  descriptors: number;
}

/** One renderer that hostile pages are tried on, one after the other. */
export class HostileRun {
  readonly #renderer: Renderer;
  readonly #folder: string;
  readonly #calm: Calm;
  /** Errors that would have ended the process. */
  readonly #uncaught: unknown[] = [];

  private constructor(renderer: Renderer, folder: string, calm: Calm) {
    this.#renderer = renderer;
    this.#folder = folder;
    this.#calm = calm;
    process.on('uncaughtException', (error) => this.#uncaught.push(error));
  }

  static async start(folder: string): Promise<HostileRun> {
    mkdirSync(folder, { recursive: true });
    const renderer = newRenderer(folder);
    await renderer.warmUp();
    for (let time = 0; time < 3; time += 1) await renderPlainPage(renderer);
    return new HostileRun(renderer, folder, state(folder));
  }

  async try(hostile: Hostile): Promise<HostileResult> {
    let browserPeak = 0;
    let ownPeak = 0;
    let peak = 0;
    const watch = setInterval(() => {
      const browser = memoryOf(otherProcesses());
      const own = process.memoryUsage.rss();
      browserPeak = Math.max(browserPeak, browser);
      ownPeak = Math.max(ownPeak, own);
      peak = Math.max(peak, browser + own);
    }, 150);
    const started = performance.now();
    const limit = new AbortController();
    const ended = await Promise.race([
      this.#renderer
        .render(hostileRequest(hostile), { deadline: Date.now() + deadline })
        .then(reported, printedError),
      sleep(deadline + grace + 10_000, 'fault: no response', { signal: limit.signal }),
    ]);
    limit.abort();
    const seconds = (performance.now() - started) / 1000;
    const faults = ended.startsWith('fault') ? [ended] : [];
    if (seconds * 1000 > deadline + grace) faults.push(`took ${seconds.toFixed(1)} s`);

    const nextStarted = performance.now();
    const nextFault = await renderPlainPage(this.#renderer);
    const next = (performance.now() - nextStarted) / 1000;
    clearInterval(watch);
    if (nextFault !== undefined) faults.push(`the next render ${nextFault}`);
    if (peak > memoryLimit) faults.push(`took ${Math.round(peak / 1e6)} MB`);
    faults.push(...(await this.#whatIsLeft()));
    faults.push(...this.#uncaught.splice(0).map((error) => `uncaught: ${String(error)}`));
    return { ended, seconds, browserPeak, ownPeak, next, faults };
  }

  /** Closes the renderer. @returns what is left of it */
  async end(): Promise<string[]> {
    await this.#renderer.close();
    // Whatever adopts the browser's children needs a moment to notice that they died.
    for (let tries = 0; tries < 20 && otherProcesses().length > 0; tries += 1) await sleep(100);
    const left = otherProcesses().map(({ command, isZombie }) => `${isZombie ? 'zombie ' : ''}${command}`);
    const profiles = filesIn(this.#folder).filter((path) => /Default|Singleton|Local State/.test(path));
    return [...left, ...profiles].map((what) => `left ${what}`);
  }

  /** Waits a little for things to end that are about to. */
  async #whatIsLeft(): Promise<string[]> {
    for (let tries = 0; ; tries += 1) {
      const faults = differences(this.#calm, state(this.#folder));
      if (faults.length === 0 || tries === 20) return faults;
      await sleep(150);
    }
  }
}

function state(folder: string): Calm {
  const processes = otherProcesses();
  const { bsize, blocks, bfree } = statfsSync(folder);
  return {
    processes: processes.length,
    memory: memoryOf(processes),
    largest: largestOf(processes),
    files: readdirSync(folder).length,
    diskBytes: (blocks - bfree) * bsize,
    descriptors: openDescriptors().length,
  };
}

function differences(calm: Calm, now: Calm): string[] {
  const faults: string[] = [];
  // A renderer process more or less may wait for the next page.
  if (now.processes > calm.processes + 1) faults.push(`left ${now.processes - calm.processes} processes`);
  if (now.memory > calm.memory + memoryGrowth) {
    faults.push(`left ${megabytes(now.memory - calm.memory)} in use, most by a ${now.largest} process`);
  }
  if (now.files > calm.files) faults.push(`left ${now.files - calm.files} folders`);
  if (now.diskBytes > calm.diskBytes + 30e6)
    faults.push(`left ${megabytes(now.diskBytes - calm.diskBytes)} of files`);
  if (now.descriptors > calm.descriptors + descriptorGrowth) {
    faults.push(`left ${now.descriptors - calm.descriptors} open descriptors`);
  }
  return faults;
}

/** The first process of a browser has no type. */
function largestOf(processes: readonly OtherProcess[]): string {
  const [largest] = processes.toSorted((a, b) => b.memory - a.memory);
  return /--type=([\w-]+)/.exec(largest?.command ?? '')?.[1] ?? 'browser';
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

/** @returns what was wrong with it */
async function renderPlainPage(renderer: Renderer): Promise<string | undefined> {
  try {
    const request = requestOf({ settle: 0 }, { html: page('') });
    const { content } = await renderer.render(request, { deadline: Date.now() + 10_000 });
    const texts = await pageTexts(content);
    return texts.length === 1 && texts.join('').includes(ownText) ? undefined : 'was not right';
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function hostileRequest(hostile: Hostile): RenderRequest {
  const request = requestOf(hostile, hostile.source);
  if (hostile.format === undefined) return request;
  const { source, page: options } = request;
  return { source, page: options, format: hostile.format, image: { ...imageDefaults, ...hostile.image } };
}

const reported = ({ content, pages, width, height, warnings }: Rendering): string =>
  [
    `${(content.length / 1000).toFixed(0)} kB`,
    pages === undefined ? `${width ?? 0} x ${height ?? 0}` : `${pages} pages`,
    ...new Set(warnings.map(({ code }) => code)),
  ].join(', ');

const printedError = (error: unknown): string =>
  error instanceof AppError ? `${error.code}: ${error.message}` : `fault: ${String(error)}`;
