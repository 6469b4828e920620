import { workerData } from 'node:worker_threads';
import { OverlayText } from '../finishing/overlay-text.ts';
import { serveThread, type ThreadResult } from '../../base/threads/serve-thread.ts';
import { buffersOf } from './result-buffers.ts';
import { runPdfTask } from './run-task.ts';
import type { PdfThreadSettings } from './pdf-thread.ts';
import type { OwnTask, PdfResult } from './task.ts';

const overlayText = new OverlayText((workerData as PdfThreadSettings | null)?.fontsConf);

/** The program of a `PdfThread`'s thread. */
serveThread(async (task: OwnTask): Promise<ThreadResult<PdfResult<OwnTask>>> => {
  const result = await runPdfTask(task, overlayText);
  const files = Array.isArray(result) ? result : [];
  return { result, transfer: buffersOf(files) };
});
