import { threadEndedError } from '../../../base/threads/thread-ended-error.ts';
import { WorkThread } from '../../../base/threads/work-thread.ts';
import type { MarkdownPage } from '../../../engines/markdown/page.ts';

export interface MarkdownTask {
  source: string;
  /** HTML with a placeholder for the content. Absent for the default style. */
  template: string | undefined;
}

/** Makes pages of Markdown files. */
export interface MarkdownRunner {
  /**
   * @param deadline epoch milliseconds
   * @throws AppError `file-too-large` when the file takes too long or too much memory, `invalid-field` for a template
   *   without a placeholder, `unavailable` when the deadline passes first
   */
  run(task: MarkdownTask, deadline: number, signal?: AbortSignal): Promise<MarkdownPage>;
}

const MiB = 1024 * 1024;

/** A file of 5 MB takes a second. */
const processorMilliseconds = 8_000;

const heapBytes = 512 * MiB;
const youngBytes = 24 * MiB;

/** Memory of the process for the rest of its work, in bytes. */
const reservedBytes = 192 * MiB;

/** Renders Markdown in a thread that can be terminated: no file can block the process. */
export class MarkdownThread implements MarkdownRunner {
  readonly #thread: WorkThread<MarkdownTask, MarkdownPage>;

  /**
   * @param file `worker.ts`, or its bundle
   * @param memoryMegabytes of the whole process, in Lambda's unit
   */
  constructor(file: URL, memoryMegabytes: number) {
    const processBytes = memoryMegabytes * MiB - reservedBytes;
    this.#thread = new WorkThread(file, { heapBytes, youngBytes, processBytes });
  }

  async run(task: MarkdownTask, deadline: number, signal?: AbortSignal): Promise<MarkdownPage> {
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
