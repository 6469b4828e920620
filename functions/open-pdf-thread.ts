import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireVariables } from '#lib/base/environment.ts';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';

/**
 * The thread of a function that works on PDFs.
 *
 * @param folder has `pdf-worker.mjs`, its program
 */
export function openPdfThread(environment: NodeJS.ProcessEnv, folder: string): PdfThread {
  const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
    environment,
    'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  );
  return new PdfThread(
    pathToFileURL(join(folder, 'pdf-worker.mjs')),
    Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
  );
}
