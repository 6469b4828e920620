import { prepareFinishing } from '../finishing/prepare-finishing.ts';
import { edit } from './edit.ts';
import { inspectTask } from './inspect-task.ts';
import { merge } from './merge.ts';
import { split } from './split.ts';
import type { PdfResult, PdfTask } from './task.ts';

type TaskOf<Kind extends PdfTask['kind']> = Extract<PdfTask, { kind: Kind }>;

type Runs = {
  [Kind in PdfTask['kind']]: (
    task: TaskOf<Kind>,
  ) => PdfResult<TaskOf<Kind>> | Promise<PdfResult<TaskOf<Kind>>>;
};

const runs: Runs = {
  merge: async (task) => [merge(task, await prepareFinishing(task))],
  split: async (task) => split(task, await prepareFinishing(task)),
  edit: async (task) => [edit(task, await prepareFinishing(task))],
  inspect: inspectTask,
};

/**
 * Runs a task in this thread. Only the preparation of finishing options is asynchronous.
 *
 * @throws AppError the errors of the task's own function, and of `prepareFinishing`
 */
export const runPdfTask = async <Task extends PdfTask>(task: Task): Promise<PdfResult<Task>> =>
  (await runs[task.kind](task as never)) as PdfResult<Task>;
