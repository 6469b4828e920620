import type { PdfWork } from '#lib/conversions/pdf/read-inputs.ts';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import type { ObjectReader } from '#lib/files/input-file.ts';
import { overlayText } from './overlay-text.ts';

const noUploads: ObjectReader = { read: () => Promise.reject(new Error('no upload was sent')) };

/** Work on PDFs in the thread of the test itself. */
export const directPdfWork = (uploads = noUploads): PdfWork => ({
  pdf: { run: (task) => runPdfTask(task, overlayText) },
  uploads,
  deadline: Number.POSITIVE_INFINITY,
});
