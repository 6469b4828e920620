import { threadEndedError } from '../../base/threads/thread-ended-error.ts';
import { WorkThread } from '../../base/threads/work-thread.ts';

/** Makes pages of files of another kind. */
export interface PageRunner<Task, Page> {
  /**
   * @param deadline epoch milliseconds
   * @throws AppError `file-too-large` when the file takes too long or too much memory, `unavailable` when the deadline passes
   *   first, and what the work throws
   */
  run(task: Task, deadline: number, signal?: AbortSignal): Promise<Page>;
}

export interface PageThreadOptions {
  /** Of the whole process, in Lambda's unit. */
  memoryMegabytes: number;
  /** Processor time for one file. */
  processorMilliseconds: number;
}

const MiB = 1024 * 1024;

const heapBytes = 512 * MiB;
const youngBytes = 24 * MiB;

/** Memory of the process for the rest of its work, in bytes. */
const reservedBytes = 192 * MiB;

/** Makes pages in a thread that can be terminated: no file can block the process. */
export class PageThread<Task, Page> implements PageRunner<Task, Page> {
  readonly #thread: WorkThread<Task, Page>;
  readonly #processorMilliseconds: number;

  /** @param file the program of the thread */
  constructor(file: URL, { memoryMegabytes, processorMilliseconds }: PageThreadOptions) {
    const processBytes = memoryMegabytes * MiB - reservedBytes;
    this.#thread = new WorkThread(file, { heapBytes, youngBytes, processBytes });
    this.#processorMilliseconds = processorMilliseconds;
  }

  async run(task: Task, deadline: number, signal?: AbortSignal): Promise<Page> {
    const processorMilliseconds = this.#processorMilliseconds;
    try {
      return await this.#thread.run(task, [], { deadline, processorMilliseconds, signal });
    } catch (error) {
      throw threadEndedError(error, 'file');
    }
  }

  /** Ends the thread. */
  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
