import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireVariables } from '#lib/base/environment.ts';
import { type PdfRunner, PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';

/**
 * The thread of a function that makes PDFs of pictures.
 *
 * @param folder has `picture-worker.mjs`, the program of the thread
 */
export function openPictureThread(environment: NodeJS.ProcessEnv, folder: string): PdfRunner {
  const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
    environment,
    'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  );
  const program = pathToFileURL(join(folder, 'picture-worker.mjs'));
  return new PdfThread(program, Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE));
}
