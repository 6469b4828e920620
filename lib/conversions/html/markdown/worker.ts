import { serveThread, type ThreadResult } from '../../../base/threads/serve-thread.ts';
import { type MarkdownPage, markdownPage } from '../../../engines/markdown/page.ts';
import type { MarkdownTask } from './markdown-thread.ts';

/** The program of a `MarkdownThread`'s thread. */
serveThread(({ source, template }: MarkdownTask): Promise<ThreadResult<MarkdownPage>> =>
  Promise.resolve({ result: markdownPage(source, template), transfer: [] }),
);
