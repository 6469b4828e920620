import { openConversionStores } from '../../stores.ts';
import { PdfThread } from './pdf-thread.ts';
import type { PdfWork } from './read-inputs.ts';

/** What `openPdfWork` takes of the environment. */
export const pdfVariables = ['BUCKET_NAME', 'JOBS_TABLE_NAME', 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] as const;

/**
 * Opens the stores that merging and splitting work with, and starts the thread.
 *
 * @param worker `worker.ts`, or what it was bundled into
 */
export function openPdfWork(
  variables: Readonly<Record<(typeof pdfVariables)[number], string>>,
  worker: URL,
): { stores: ReturnType<typeof openConversionStores>; workFor: (request: { deadline: number }) => PdfWork } {
  const stores = openConversionStores(variables.BUCKET_NAME, variables.JOBS_TABLE_NAME);
  const pdf = new PdfThread(worker, Number(variables.AWS_LAMBDA_FUNCTION_MEMORY_SIZE));
  return { stores, workFor: ({ deadline }) => ({ pdf, uploads: stores.uploads, deadline }) };
}
