import { serveThread, type ThreadResult } from '../../base/threads/serve-thread.ts';
import { pictureToPdf } from './picture-to-pdf.ts';
import { buffersOf } from './result-buffers.ts';
import type { PdfResult, PictureTask } from './task.ts';

/** The program of a `PdfThread` for pictures, whose decoders the bundles of other programs need not have. */
serveThread(async (task: PictureTask): Promise<ThreadResult<PdfResult<PictureTask>>> => {
  const result = [await pictureToPdf(task)];
  return { result, transfer: buffersOf(result) };
});
