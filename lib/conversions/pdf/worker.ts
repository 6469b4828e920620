import { isMarkedAsUntransferable, workerData } from 'node:worker_threads';
import { OverlayText } from '../finishing/overlay-text.ts';
import { serveThread, type ThreadResult } from '../../base/threads/serve-thread.ts';
import { runPdfTask } from './run-task.ts';
import type { PdfThreadSettings } from './pdf-thread.ts';
import type { PdfResult, PdfTask } from './task.ts';

const overlayText = new OverlayText((workerData as PdfThreadSettings | null)?.fontsConf);

/** The program of a `PdfThread`'s thread. */
serveThread(async (task: PdfTask): Promise<ThreadResult<PdfResult<PdfTask>>> => {
  const result = await runPdfTask(task, overlayText);
  const files = Array.isArray(result) ? result : [];
  // Chunks are views of a few large buffers, including those of the inputs.
  const buffers = new Set(files.flatMap(({ content }) => content.chunks.map(({ buffer }) => buffer)));
  const transfer = [...buffers].filter(
    (buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer),
  );
  return { result, transfer };
});
