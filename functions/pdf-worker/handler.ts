import { editWork, mergeWork, splitWork } from '#lib/conversions/pdf/pdf-work.ts';
import { jobWorker, openWorker } from '../job-worker.ts';
import { openPdfThread } from '../open-pdf-thread.ts';

const stores = openWorker('pdf-worker', process.env);
const work = { ...stores, pdf: openPdfThread(process.env, import.meta.dirname) };

/** Merges, splits and edits the PDFs of jobs. */
export const handler = jobWorker(stores, {
  'merge-pdf': mergeWork(work),
  'split-pdf': splitWork(work),
  'edit-pdf': editWork(work),
});
