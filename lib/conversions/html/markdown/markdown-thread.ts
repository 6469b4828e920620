import type { MarkdownPage } from '../../../engines/markdown/page.ts';
import { type PageRunner, PageThread } from '../page-thread.ts';

export interface MarkdownTask {
  source: string;
  /** HTML with a placeholder for the content. Absent for the default style. */
  template: string | undefined;
}

/** Makes pages of Markdown files. Throws an AppError `invalid-field` for a template without a placeholder. */
export type MarkdownRunner = PageRunner<MarkdownTask, MarkdownPage>;

/** A file of 5 MB takes a second. */
const processorMilliseconds = 8_000;

/** Renders Markdown in a thread that can be terminated. */
export class MarkdownThread extends PageThread<MarkdownTask, MarkdownPage> {
  /**
   * @param file `worker.ts`, or its bundle
   * @param memoryMegabytes of the whole process, in Lambda's unit
   */
  constructor(file: URL, memoryMegabytes: number) {
    super(file, { memoryMegabytes, processorMilliseconds });
  }
}
