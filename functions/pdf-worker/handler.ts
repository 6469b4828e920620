import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireVariables } from '#lib/base/environment.ts';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';
import { editWork, mergeWork, splitWork } from '#lib/conversions/pdf/pdf-work.ts';
import { jobWorker, openWorker } from '../job-worker.ts';

const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(process.env, 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE');
const stores = openWorker('pdf-worker', process.env);
const thread = pathToFileURL(join(import.meta.dirname, 'pdf-worker.mjs'));
const work = { ...stores, pdf: new PdfThread(thread, Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE)) };

/** Merges, splits and edits the PDFs of jobs. */
export const handler = jobWorker(stores, {
  'merge-pdf': mergeWork(work),
  'split-pdf': splitWork(work),
  'edit-pdf': editWork(work),
});
