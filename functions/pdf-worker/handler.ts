import { lazyPdf } from '#lib/conversions/pdf/lazy-pdf.ts';
import { editWork, imagesWork, mergeWork, splitWork, textWork } from '#lib/conversions/pdf/pdf-work.ts';
import { thumbnailWork } from '#lib/conversions/to-pdf/thumbnail-work.ts';
import { toPdfWork } from '#lib/conversions/to-pdf/to-pdf-work.ts';
import { pdfFormWork } from '#lib/gotenberg/jobs/pdf-form-work.ts';
import { jobWorker, openWorker } from '../job-worker.ts';
import { openPdfThread } from '../open-pdf-thread.ts';
import { openProgram } from '../open-program.ts';
import { openQueues } from '../open-queues.ts';

const stores = openWorker('pdf-worker', process.env);
const folder = import.meta.dirname;
const queues = openQueues(process.env);
const work = { ...stores, pdf: openPdfThread(process.env, folder) };
const pictures = lazyPdf(() => openProgram('picture-worker', process.env, folder));
const drawing = { ...stores, pdf: lazyPdf(() => openProgram('pdfium-worker', process.env, folder)) };

/** Merges, splits, edits, draws and reads the PDFs of jobs, and converts files of all kinds to PDF. */
export const handler = jobWorker(stores, {
  'merge-pdf': mergeWork(work),
  'split-pdf': splitWork(work),
  'edit-pdf': editWork(work),
  thumbnail: thumbnailWork({ ...stores, pictures, queues, drawing: drawing.pdf }),
  'to-pdf': toPdfWork({ ...work, pictures, queues }),
  'pdf-images': imagesWork(drawing),
  'pdf-text': textWork(drawing),
  'gotenberg-pdfengines': pdfFormWork(work),
});
