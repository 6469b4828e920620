import { setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import { currentWork } from '../observability/work.ts';
import type { ThreadReply } from './serve-thread.ts';
import { type OutOfTime, type TimeLimits, watchTime } from './watch-time.ts';

export interface WorkThreadOptions {
  /** Of the JavaScript heap; what is over it ends the thread. In bytes. */
  heapBytes: number;
  /** Of its part for new objects, which V8 lets grow to 192 MiB otherwise. In bytes. */
  youngBytes: number;
  /**
   * Of the whole process, buffers included, which no limit of the heap counts; what makes it larger ends the thread.
   * In bytes.
   */
  processBytes: number;
}

/** `deadline`: the work was not done in time, although it had not used up its processor time, as on a busy host. */
export type EndReason = OutOfTime | 'memory';

/** The work passed a limit. The thread is gone, and what it had with it. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly reason: EndReason;

  constructor(reason: EndReason, options?: ErrorOptions) {
    super(`The work passed its limit: ${reason}`, options);
    this.reason = reason;
  }
}

const MiB = 2 ** 20;

/** How often memory is looked at while work runs; a page of zlib's output takes longer. In milliseconds. */
const watchMilliseconds = 25;

/**
 * A thread that is kept warm and does one piece of work at a time. Nothing that work does to it (endless loops, memory
 * without end, crashes of its JavaScript) reaches this thread: it is ended, and the next work gets another one.
 */
export class WorkThread<Task, Answer> {
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
   * Has work done, after what was asked for before.
   *
   * @param transfer buffers of the task that are handed over instead of copied; they are empty here afterwards
   * @throws AppError that the work threw
   * @throws ThreadEnded when it passed a limit
   */
  run(task: Task, transfer: readonly ArrayBuffer[], limits: TimeLimits): Promise<Answer> {
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

  async #run(task: Task, transfer: readonly ArrayBuffer[], limits: TimeLimits): Promise<Answer> {
    if (limits.deadline <= Date.now()) throw new ThreadEnded('deadline');
    const worker = (this.#worker ??= this.#start());
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const stopwatch = currentWork()?.stopwatch;
    const settle = (reply: ThreadReply<Answer>): void => {
      stopwatch?.add(reply.stages);
      if ('answer' in reply) resolve(reply.answer);
      else reject(errorOf(reply));
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(outOfMemory ? new ThreadEnded('memory', { cause: error }) : error);
    };
    const exit = (code: number): void => reject(new Error(`The thread ended with ${code}`));
    const time = watchTime(worker, limits, (reason) => reject(new ThreadEnded(reason)));
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > this.#options.processBytes) reject(new ThreadEnded('memory'));
    }, watchMilliseconds);
    worker.on('message', settle).on('error', fail).on('exit', exit);
    try {
      worker.postMessage(task, [...transfer]);
      const answer = await promise;
      worker.off('message', settle).off('error', fail).off('exit', exit);
      return answer;
    } catch (error) {
      worker.off('message', settle).off('error', fail).off('exit', exit);
      // What the work itself threw left the thread as it was.
      if (!(error instanceof AppError)) await this.#replace(worker);
      throw error;
    } finally {
      time.stop();
      clearInterval(watch);
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
      resourceLimits: {
        maxOldGenerationSizeMb: Math.floor(heapBytes / MiB),
        maxYoungGenerationSizeMb: Math.floor(youngBytes / MiB),
      },
    });
    // One that ends while it has nothing to do is found out, and replaced, when it is asked to do something.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    return worker;
  }
}

function errorOf(reply: Exclude<ThreadReply<never>, { answer: never }>): Error {
  if ('fault' in reply) {
    const { code, message, errors, cause } = reply.fault;
    return new AppError(code, message, {
      errors,
      ...(cause === undefined ? {} : { cause: new Error(cause) }),
    });
  }
  const error = new Error(reply.failure.message);
  if (reply.failure.stack !== undefined) error.stack = reply.failure.stack;
  return error;
}
