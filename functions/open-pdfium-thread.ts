import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireVariables } from '#lib/base/environment.ts';
import { type PdfRunner, PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';

/**
 * The thread of a function that draws PDFs.
 *
 * @param folder has `pdfium-worker.mjs`, the program of the thread
 */
export function openPdfiumThread(environment: NodeJS.ProcessEnv, folder: string): PdfRunner {
  const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
    environment,
    'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  );
  return new PdfThread(
    pathToFileURL(join(folder, 'pdfium-worker.mjs')),
    Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
    { fontsConf: environment['FONTS_CONF'] },
  );
}
