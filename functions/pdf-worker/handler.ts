import { lazyPdf } from '#lib/conversions/pdf/lazy-pdf.ts';
import { editWork, imagesWork, mergeWork, splitWork, textWork } from '#lib/conversions/pdf/pdf-work.ts';
import { jobWorker, openWorker } from '../job-worker.ts';
import { openPdfThread } from '../open-pdf-thread.ts';
import { openPdfiumThread } from '../open-pdfium-thread.ts';

const stores = openWorker('pdf-worker', process.env);
const folder = import.meta.dirname;
const work = { ...stores, pdf: openPdfThread(process.env, folder) };
const drawing = { ...stores, pdf: lazyPdf(() => openPdfiumThread(process.env, folder)) };

/** Merges, splits, edits, draws and reads the PDFs of jobs. */
export const handler = jobWorker(stores, {
  'merge-pdf': mergeWork(work),
  'split-pdf': splitWork(work),
  'edit-pdf': editWork(work),
  'pdf-images': imagesWork(drawing),
  'pdf-text': textWork(drawing),
});
