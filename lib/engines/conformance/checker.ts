import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inTime } from '../../base/in-time.ts';
import type { Confinement } from '../../base/processes/confinement/confine.ts';
import { type ConformanceReport, reportsOf } from './report.ts';
import { ServerEnded, ServerProcess } from './server-process.ts';
import type { ServerResponse, ValidationRequest } from './server-protocol.ts';
import { tinyPdf } from './tiny-pdf.ts';

/** How a check ended. */
export type CheckOutcome =
  | { outcome: 'checked'; reports: ConformanceReport[] }
  | { outcome: 'encrypted' | 'unreadable' | 'too-complex' | 'too-slow' };

/** The end of the time for a check. */
export interface CheckEnd {
  /** Epoch milliseconds. */
  deadline: number;
  signal?: AbortSignal | undefined;
}

export interface CheckerSettings {
  /** The layer's `verapdf` folder. */
  root: string;
  /** The bundled or plain `launcher` module. */
  launcherFile: string;
  koffiFile: string;
  /** An existing folder of its own. Files to validate have to be in it: Java reads no others. */
  folder: string;
  /** Of the whole process, in Lambda's unit. */
  memoryMegabytes: number;
}

/**
 * Memory besides Java's heap, in MiB: this process (150), Java's classes, code and threads (250), and what the files in
 * `/tmp` take of the page cache.
 */
const reservedMegabytes = 600;

/** Starting Java takes a second, several on a busy host. In milliseconds. */
const startMilliseconds = 60_000;

class TooSlow extends Error {}

/** Validates files by veraPDF, one at a time, in a process that stays. */
export class ConformanceChecker {
  readonly #settings: CheckerSettings;
  #server: Promise<ServerProcess> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: CheckerSettings) {
    this.#settings = settings;
  }

  /** The restrictions on the process of Java; undefined while there is none. */
  async confinement(): Promise<Confinement | undefined> {
    return (await this.#server)?.confinement;
  }

  /** Starts Java and loads what each validation needs. */
  async warmUp(): Promise<void> {
    const file = join(this.#settings.folder, 'tiny.pdf');
    await writeFile(file, tinyPdf);
    try {
      const end = { deadline: Date.now() + startMilliseconds };
      for (const flavour of ['2b', 'ua1'] as const)
        await this.check({ path: file, flavours: [flavour] }, end);
    } finally {
      await rm(file, { force: true });
    }
  }

  /**
   * Validates a file.
   *
   * @throws the signal's reason when it is aborted
   */
  check(request: ValidationRequest, end: CheckEnd): Promise<CheckOutcome> {
    const check = this.#last.then(() => this.#checkNow(request, end));
    this.#last = check.catch(() => undefined);
    return check;
  }

  /** Ends the process. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.then(
      (started) => started.kill(),
      () => undefined,
    );
  }

  async #checkNow(request: ValidationRequest, { deadline, signal }: CheckEnd): Promise<CheckOutcome> {
    try {
      const response = await inTime(this.#validate(request), {
        milliseconds: Math.max(0, deadline - Date.now()),
        signal,
        late: () => new TooSlow(),
      });
      return outcomeOf(response);
    } catch (error) {
      // The process may still work on the file.
      await this.close();
      if (error instanceof TooSlow) return { outcome: 'too-slow' };
      if (error instanceof ServerEnded) return { outcome: 'too-complex' };
      throw error;
    }
  }

  /** A process that ended may have been ended by something else than this file: a second one tries it. */
  async #validate(request: ValidationRequest): Promise<ServerResponse> {
    const server = await this.#started();
    try {
      return await server.validate(request);
    } catch (error) {
      if (!(error instanceof ServerEnded) || this.#server === undefined) throw error;
      this.#server = undefined;
      return await (await this.#started()).validate(request);
    }
  }

  async #started(): Promise<ServerProcess> {
    const running = await this.#server?.catch(() => undefined);
    if (running?.alive) return running;
    this.#server = this.#start();
    return this.#server;
  }

  async #start(): Promise<ServerProcess> {
    const { memoryMegabytes, ...settings } = this.#settings;
    const heapMegabytes = Math.max(256, memoryMegabytes - reservedMegabytes);
    // A killed process leaves its files.
    const temporary = join(settings.folder, 'temporary');
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary);
    const server = new ServerProcess({ ...settings, temporary, heapMegabytes });
    try {
      await server.ready();
    } catch (error) {
      // A process that does not start is no fault of a file.
      throw new Error('veraPDF did not start', { cause: error });
    }
    return server;
  }
}

function outcomeOf(response: ServerResponse): CheckOutcome {
  switch (response.outcome) {
    case 'validated':
      return { outcome: 'checked', reports: reportsOf(response) };
    case 'ready':
      throw new Error('veraPDF did not respond to a request');
    default:
      return { outcome: response.outcome };
  }
}
