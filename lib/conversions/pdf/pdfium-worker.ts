import { setImmediate } from 'node:timers';
import { workerData } from 'node:worker_threads';
import { serveThread, type ThreadResult } from '../../base/threads/serve-thread.ts';
import { prepareProgram } from '../../engines/pdfium/program.ts';
import { type PagesText, readPages } from '../../engines/text/read-text.ts';
import { buffersOf } from './result-buffers.ts';
import { runPdfiumTask } from './run-pdfium-task.ts';
import type { PdfThreadSettings } from './pdf-thread.ts';
import type { PdfiumTask, PdfResult } from './task.ts';
import { type PagesTask, SecondReader } from './text/second-reader.ts';

const fontsConf = (workerData as PdfThreadSettings | null)?.fontsConf;

prepareProgram();

const secondReader = new SecondReader(new URL(import.meta.url));

type Task = PdfiumTask | PagesTask;

type Result = PdfResult<PdfiumTask> | PagesText;

/**
 * The program of a `PdfThread` for the tasks that PDFium does, and of the second thread that reads pages for it. It starts
 * an instance of PDFium after each task, for the next one.
 */
serveThread(async (task: Task): Promise<ThreadResult<Result>> => {
  const outcome = await run(task);
  setImmediate(prepareProgram);
  return outcome;
});

async function run(task: Task): Promise<ThreadResult<Result>> {
  if (task.kind === 'pages') return { result: await readPages(task.plan, task), transfer: [] };
  const result = await runPdfiumTask(task, fontsConf, secondReader);
  return { result, transfer: buffersOf(result) };
}
