import { edit } from './edit.ts';
import { inspectTask } from './inspect-task.ts';
import { merge } from './merge.ts';
import { split } from './split.ts';
import type { PdfResult, PdfTask } from './task.ts';

type TaskOf<Kind extends PdfTask['kind']> = Extract<PdfTask, { kind: Kind }>;

type Runs = { [Kind in PdfTask['kind']]: (task: TaskOf<Kind>) => PdfResult<TaskOf<Kind>> };

const runs: Runs = {
  merge: (task) => [merge(task)],
  split: split,
  edit: (task) => [edit(task)],
  inspect: inspectTask,
};

/**
 * Runs a task in this thread.
 *
 * @throws AppError the errors of the task's own function
 */
export const runPdfTask = <Task extends PdfTask>(task: Task): PdfResult<Task> =>
  runs[task.kind](task as never) as PdfResult<Task>;
