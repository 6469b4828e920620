import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireVariables } from '#lib/base/environment.ts';
import { type MarkdownRunner, MarkdownThread } from '#lib/conversions/html/markdown/markdown-thread.ts';

/**
 * The thread of a function that renders Markdown. It starts with the first file.
 *
 * @param folder has `markdown-worker.mjs`, the program of the thread
 */
export function openMarkdown(environment: NodeJS.ProcessEnv, folder: string): MarkdownRunner {
  const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
    environment,
    'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  );
  const file = pathToFileURL(join(folder, 'markdown-worker.mjs'));
  let thread: MarkdownThread | undefined;
  return {
    run: (...task) =>
      (thread ??= new MarkdownThread(file, Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE))).run(...task),
  };
}
