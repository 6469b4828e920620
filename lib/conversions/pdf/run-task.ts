import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { edit } from './edit.ts';
import { merge } from './merge.ts';
import { split } from './split.ts';
import type { PdfTask } from './task.ts';

type Runs = { [Kind in PdfTask['kind']]: (task: Extract<PdfTask, { kind: Kind }>) => ProducedFile<Chunks>[] };

const runs: Runs = {
  merge: (task) => [merge(task)],
  split: split,
  edit: (task) => [edit(task)],
};

/**
 * Runs a task in this thread.
 *
 * @throws AppError the errors of the task's own function
 */
export const runPdfTask = (task: PdfTask): ProducedFile<Chunks>[] => runs[task.kind](task as never);
