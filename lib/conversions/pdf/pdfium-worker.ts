import { serveThread, type ThreadResult } from '../../base/threads/serve-thread.ts';
import { draw } from './pictures/draw.ts';
import { buffersOf } from './result-buffers.ts';
import type { PdfiumTask, PdfResult } from './task.ts';

/** The program of a `PdfThread` for the tasks that PDFium does. */
serveThread(async (task: PdfiumTask): Promise<ThreadResult<PdfResult<PdfiumTask>>> => {
  const result = await draw(task);
  return { result, transfer: buffersOf(result) };
});
