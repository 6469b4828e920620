import { pictureToPdf } from '#lib/conversions/pdf/picture-to-pdf.ts';
import type { PdfWork } from '#lib/conversions/pdf/read-inputs.ts';
import { runPdfiumTask } from '#lib/conversions/pdf/run-pdfium-task.ts';
import { runPdfTask } from '#lib/conversions/pdf/run-task.ts';
import type { PdfResult, PdfTask } from '#lib/conversions/pdf/task.ts';
import type { ObjectReader } from '#lib/files/input-file.ts';
import { fontsConf } from './libreoffice.ts';
import { overlayText } from './overlay-text.ts';

const noUploads: ObjectReader = { read: () => Promise.reject(new Error('no upload was sent')) };

const runDirectly = async <Task extends PdfTask>(task: Task): Promise<PdfResult<Task>> =>
  (await (task.kind === 'draw' || task.kind === 'text'
    ? runPdfiumTask(task, fontsConf)
    : task.kind === 'picture'
      ? pictureToPdf(task).then((file) => [file])
      : runPdfTask(task, overlayText))) as PdfResult<Task>;

/** Work on PDFs in the thread of the test itself. */
export const directPdfWork = (uploads = noUploads): PdfWork => ({
  pdf: { run: runDirectly },
  uploads,
  deadline: Number.POSITIVE_INFINITY,
});
