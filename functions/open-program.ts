import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireVariables } from '#lib/base/environment.ts';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';

/** The programs of threads that work on PDFs. Their bundles are beside that of the function. */
export type PdfProgram = 'pdf-worker' | 'pdfium-worker' | 'picture-worker';

const threads = new Map<string, PdfThread>();

/**
 * The thread of a function that runs a program on PDFs. It starts with the first call, and there is one for each program.
 *
 * @param folder has the bundle of the program
 */
export function openProgram(program: PdfProgram, environment: NodeJS.ProcessEnv, folder: string): PdfThread {
  const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
    environment,
    'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  );
  const file = pathToFileURL(join(folder, `${program}.mjs`));
  const started = threads.get(file.href);
  if (started) return started;
  const thread = new PdfThread(file, Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE), {
    fontsConf: environment['FONTS_CONF'],
  });
  threads.set(file.href, thread);
  return thread;
}
