import { mkdirSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
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

/** A process that may still be starting. */
interface Server {
  process: ServerProcess;
  /** Rejects when it does not start. */
  ready: Promise<void>;
}

/** Validates files by veraPDF, one at a time, in a process that stays. */
export class ConformanceChecker {
  readonly #settings: CheckerSettings;
  #server: Server | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: CheckerSettings) {
    this.#settings = settings;
  }

  /** The restrictions on the process of Java; undefined while there is none. */
  async confinement(): Promise<Confinement | undefined> {
    const server = this.#server;
    await server?.ready;
    return server?.process.confinement;
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

  /** Ends the process, also one that is starting. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.process.kill();
  }

  async #checkNow(request: ValidationRequest, { deadline, signal }: CheckEnd): Promise<CheckOutcome> {
    signal?.throwIfAborted();
    // An earlier check may have taken all the time.
    if (deadline <= Date.now()) return { outcome: 'too-slow' };
    try {
      const response = await inTime(this.#validate(request), {
        milliseconds: deadline - Date.now(),
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
    if (!this.#server?.process.alive) this.#server = this.#start();
    const { process, ready } = this.#server;
    await ready;
    return process;
  }

  #start(): Server {
    const { memoryMegabytes, ...settings } = this.#settings;
    const heapMegabytes = Math.max(256, memoryMegabytes - reservedMegabytes);
    // A killed process leaves its files.
    const temporary = join(settings.folder, 'temporary');
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary);
    const process = new ServerProcess({ ...settings, temporary, heapMegabytes });
    const ready = process.ready().catch((cause: unknown) => {
      // A process that does not start is no fault of a file.
      throw new Error('veraPDF did not start', { cause });
    });
    ready.catch(() => undefined);
    return { process, ready };
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
