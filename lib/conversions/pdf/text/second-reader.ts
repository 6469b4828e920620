import { threadEndedError } from '../../../base/threads/thread-ended-error.ts';
import { WorkThread } from '../../../base/threads/work-thread.ts';
import type { ReadingPlan } from '../../../engines/text/prepare-reading.ts';
import type { PageReader, PagesText } from '../../../engines/text/read-text.ts';
import { heapBytes, youngBytes } from '../pdf-thread.ts';
import type { TextTask } from '../task.ts';

/** Pages of a `TextTask` that the thread of a `SecondReader` reads. */
export interface PagesTask {
  kind: 'pages';
  plan: ReadingPlan;
  characters: number;
}

/**
 * Reads pages in a thread of its own, beside the thread of a `PdfThread`. The thread starts with the first pages, and
 * stays.
 */
export class SecondReader {
  readonly #program: URL;
  #thread: WorkThread<PagesTask, PagesText> | undefined;

  /** @param program a module that serves a `PagesTask` */
  constructor(program: URL) {
    this.#program = program;
  }

  /**
   * The reader of a task's pages.
   *
   * @returns a function that throws the errors of `readPages`, and AppError `file-too-large` when the pages exceed their
   *   memory or processor time
   */
  readerFor({ input, processorMilliseconds = Infinity }: TextTask): PageReader {
    return async (plan, { characters }, signal) => {
      // The `PdfThread` ends this one too, at its deadline or when the process exceeds its memory.
      const limits = { deadline: Infinity, processorMilliseconds, signal };
      this.#thread ??= new WorkThread(this.#program, { heapBytes, youngBytes, processBytes: Infinity });
      try {
        return await this.#thread.run({ kind: 'pages', plan, characters }, [], limits);
      } catch (error) {
        throw threadEndedError(error, input.field);
      }
    };
  }

  /** Ends the thread. */
  async stop(): Promise<void> {
    await this.#thread?.stop();
  }
}
