import { OverlayText } from '../finishing/overlay-text.ts';
import { prepareFinishing } from '../finishing/prepare-finishing.ts';
import { edit } from './edit.ts';
import { inspectTask } from './inspect-task.ts';
import { merge } from './merge.ts';
import { split } from './split.ts';
import type { OwnTask, PdfResult } from './task.ts';

type TaskOf<Kind extends OwnTask['kind']> = Extract<OwnTask, { kind: Kind }>;

type Runs = {
  [Kind in OwnTask['kind']]: (
    task: TaskOf<Kind>,
    overlayText: OverlayText,
  ) => PdfResult<TaskOf<Kind>> | Promise<PdfResult<TaskOf<Kind>>>;
};

const runs: Runs = {
  merge: async (task, overlayText) => [merge(task, await prepareFinishing(task, overlayText))],
  split: async (task, overlayText) => split(task, await prepareFinishing(task, overlayText)),
  edit: async (task, overlayText) => [edit(task, await prepareFinishing(task, overlayText))],
  inspect: inspectTask,
};

/**
 * Runs a task in this thread. Only the preparation of finishing options is asynchronous.
 *
 * @param overlayText the fonts of stamps; none by default
 * @throws AppError the errors of the task's own function, and of `prepareFinishing`
 */
export const runPdfTask = async <Task extends OwnTask>(
  task: Task,
  overlayText = new OverlayText(undefined),
): Promise<PdfResult<Task>> => (await runs[task.kind](task as never, overlayText)) as PdfResult<Task>;
