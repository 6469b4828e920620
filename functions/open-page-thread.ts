import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireVariables } from '#lib/base/environment.ts';
import type { PageRunner } from '#lib/conversions/html/page-thread.ts';

/**
 * The thread of a function that makes pages of files. It starts with the first file.
 *
 * @param file the program of the thread
 */
export function openPageThread<Task, Page>(
  environment: NodeJS.ProcessEnv,
  { folder, file }: { folder: string; file: string },
  Thread: new (program: URL, memoryMegabytes: number) => PageRunner<Task, Page>,
): PageRunner<Task, Page> {
  const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
    environment,
    'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  );
  const program = pathToFileURL(join(folder, file));
  let thread: PageRunner<Task, Page> | undefined;
  return {
    run: (...task) => (thread ??= new Thread(program, Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE))).run(...task),
  };
}
