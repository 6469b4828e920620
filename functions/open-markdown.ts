import { type MarkdownRunner, MarkdownThread } from '#lib/conversions/html/markdown/markdown-thread.ts';
import { openPageThread } from './open-page-thread.ts';

/**
 * The thread of a function that renders Markdown.
 *
 * @param folder has `markdown-worker.mjs`, the program of the thread
 */
export const openMarkdown = (environment: NodeJS.ProcessEnv, folder: string): MarkdownRunner =>
  openPageThread(environment, { folder, file: 'markdown-worker.mjs' }, MarkdownThread);
