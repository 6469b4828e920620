import { setImmediate } from 'node:timers';
import { workerData } from 'node:worker_threads';
import { serveThread, type ThreadResult } from '../../base/threads/serve-thread.ts';
import { prepareProgram } from '../../engines/pdfium/program.ts';
import { buffersOf } from './result-buffers.ts';
import { runPdfiumTask } from './run-pdfium-task.ts';
import type { PdfThreadSettings } from './pdf-thread.ts';
import type { PdfiumTask, PdfResult } from './task.ts';

const fontsConf = (workerData as PdfThreadSettings | null)?.fontsConf;

prepareProgram();

/** The program of a `PdfThread` for the tasks that PDFium does. It starts an instance of PDFium after each, for the next one. */
serveThread(async (task: PdfiumTask): Promise<ThreadResult<PdfResult<PdfiumTask>>> => {
  const result = await runPdfiumTask(task, fontsConf);
  setImmediate(prepareProgram);
  return { result, transfer: buffersOf(result) };
});
