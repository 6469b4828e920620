import { workerData } from 'node:worker_threads';
import { serveThread, type ThreadResult } from '../../base/threads/serve-thread.ts';
import { buffersOf } from './result-buffers.ts';
import { runPdfiumTask } from './run-pdfium-task.ts';
import type { PdfThreadSettings } from './pdf-thread.ts';
import type { PdfiumTask, PdfResult } from './task.ts';

const fontsConf = (workerData as PdfThreadSettings | null)?.fontsConf;

/** The program of a `PdfThread` for the tasks that PDFium does. */
serveThread(async (task: PdfiumTask): Promise<ThreadResult<PdfResult<PdfiumTask>>> => {
  const result = await runPdfiumTask(task, fontsConf);
  return { result, transfer: buffersOf(result) };
});
