import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { merge } from './merge.ts';
import { split } from './split.ts';
import type { PdfTask } from './task.ts';

/**
 * Runs a task in this thread.
 *
 * @returns one file for a merge, one for each range for a split
 * @throws AppError the errors of `merge` and `split`
 */
export const runPdfTask = (task: PdfTask): ProducedFile<Chunks>[] =>
  task.kind === 'merge' ? [merge(task)] : split(task);
