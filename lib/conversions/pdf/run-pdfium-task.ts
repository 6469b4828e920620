import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { draw } from './pictures/draw.ts';
import type { PdfiumTask } from './task.ts';
import { readTextTask } from './text/read-text-task.ts';
import type { SecondReader } from './text/second-reader.ts';

/**
 * Runs a task that needs PDFium in this thread.
 *
 * @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts
 * @param secondReader reads half of the pages of long documents
 * @throws AppError the errors of the task's own function
 */
export const runPdfiumTask = async (
  task: PdfiumTask,
  fontsConf: string | undefined,
  secondReader?: SecondReader,
): Promise<ProducedFile<Chunks>[]> =>
  task.kind === 'draw' ? draw(task, fontsConf) : [await readTextTask(task, secondReader?.readerFor(task))];
