import { serveThread, type ThreadResult } from '../../base/threads/serve-thread.ts';
import { buffersOf } from './result-buffers.ts';
import { runPdfiumTask } from './run-pdfium-task.ts';
import type { PdfiumTask, PdfResult } from './task.ts';

/** The program of a `PdfThread` for the tasks that PDFium does. */
serveThread(async (task: PdfiumTask): Promise<ThreadResult<PdfResult<PdfiumTask>>> => {
  const result = await runPdfiumTask(task);
  return { result, transfer: buffersOf(result) };
});
