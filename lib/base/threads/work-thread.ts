import { setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import { InputFault } from '../input-fault.ts';
import { currentSpan } from '../observability/span.ts';
import { fromSentError } from './sent-error.ts';
import type { ThreadReply } from './serve-thread.ts';
import { type OutOfTime, type TimeLimits, watchTime } from './watch-time.ts';

export interface WorkThreadOptions {
  /** Limit of the JavaScript heap in bytes. Exceeding it ends the thread. */
  heapBytes: number;
  /** Limit of the heap's young generation in bytes, which V8 otherwise lets grow to 192 MiB. */
  youngBytes: number;
  /**
   * Limit of the whole process in bytes, including buffers, which no heap limit counts. Exceeding it ends the thread.
   */
  processBytes: number;
  /** Plain data for the module, which finds it in `workerData`. It has no environment variables. */
  settings?: unknown;
}

/** `deadline`: the task was not completed in time although it had not used up its processor time, as on a busy host. */
export type EndReason = OutOfTime | 'memory';

/** The task exceeded a limit. The thread has ended, and all its memory is free. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly reason: EndReason;

  constructor(reason: EndReason, options?: ErrorOptions) {
    super(`The work passed its limit: ${reason}`, options);
    this.reason = reason;
  }
}

const MiB = 2 ** 20;

/** Interval between memory checks while a task runs, in milliseconds. */
const watchMilliseconds = 25;

/**
 * A warm thread that runs one task at a time. No task can harm the calling thread: endless loops, unbounded memory and
 * crashes of its JavaScript only end the worker thread, and the next task gets a new one.
 */
export class WorkThread<Task, Result> {
  readonly #file: URL;
  readonly #options: WorkThreadOptions;
  #worker: Worker | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /** @param file a module that calls `serveThread`; started at once */
  constructor(file: URL, options: WorkThreadOptions) {
    this.#file = file;
    this.#options = options;
    this.#worker = this.#start();
  }

  /**
   * Runs a task after all earlier ones.
   *
   * @param transfer buffers of the task to transfer instead of copy; they are empty here afterwards
   * @throws AppError or InputFault as the task threw it
   * @throws ThreadEnded when the task exceeded a limit; the reason of the signal when that aborts
   */
  run(task: Task, transfer: readonly ArrayBuffer[], limits: TimeLimits): Promise<Result> {
    const done = this.#running.then(() => this.#run(task, transfer, limits));
    this.#running = done.catch(() => undefined);
    return done;
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #run(task: Task, transfer: readonly ArrayBuffer[], limits: TimeLimits): Promise<Result> {
    const { deadline, signal } = limits;
    if (deadline <= Date.now()) throw new ThreadEnded('deadline');
    signal?.throwIfAborted();
    const worker = (this.#worker ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    // Nobody waits for it when the task cannot be sent.
    promise.catch(() => undefined);
    const stopwatch = currentSpan()?.stopwatch;
    const progress = { hasReplied: false };
    const settle = (reply: ThreadReply<Result>): void => {
      progress.hasReplied = true;
      stopwatch?.add(reply.stages);
      if ('result' in reply) resolve(reply.result);
      else reject(fromSentError(reply.thrown));
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(outOfMemory ? new ThreadEnded('memory', { cause: error }) : error);
    };
    const exit = (code: number): void => reject(new Error(`The thread ended with ${code}`));
    const abort = (): void => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const time = watchTime(worker, limits, (reason) => reject(new ThreadEnded(reason)));
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > this.#options.processBytes) reject(new ThreadEnded('memory'));
    }, watchMilliseconds);
    worker.on('message', settle).on('error', fail).on('exit', exit);
    try {
      worker.postMessage(task, [...transfer]);
      const result = await promise;
      worker.off('message', settle).off('error', fail).off('exit', exit);
      return result;
    } catch (error) {
      worker.off('message', settle).off('error', fail).off('exit', exit);
      // An error of the task itself leaves the thread intact. A thread that has not replied is still at work, whatever the
      // error: its reply would be taken for that of the next task.
      if (!progress.hasReplied || !(error instanceof AppError || error instanceof InputFault))
        await this.#replace(worker);
      throw error;
    } finally {
      time.stop();
      clearInterval(watch);
      signal?.removeEventListener('abort', abort);
    }
  }

  async #replace(worker: Worker): Promise<void> {
    worker.on('error', () => undefined);
    await worker.terminate();
    if (this.#worker === worker) this.#worker = this.#start();
  }

  #start(): Worker {
    const { heapBytes, youngBytes } = this.#options;
    const worker = new Worker(this.#file, {
      env: {},
      workerData: this.#options.settings,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.floor(heapBytes / MiB),
        maxYoungGenerationSizeMb: Math.floor(youngBytes / MiB),
      },
    });
    // A thread that ends while it is idle is detected, and replaced, by the next task.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    return worker;
  }
}
