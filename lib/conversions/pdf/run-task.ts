import type { Warning } from '../../api/responses/warning.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { OverlayText } from '../finishing/overlay-text.ts';
import { prepareFinishing } from '../finishing/prepare-finishing.ts';
import { edit } from './edit.ts';
import { inspectTask } from './inspect-task.ts';
import { merge } from './merge.ts';
import { picturesAsPdfs } from './picture-inputs.ts';
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
  merge: async (task, overlayText) => {
    const { inputs, warnings } = await picturesAsPdfs(task.inputs);
    const merged = merge({ ...task, inputs }, await prepareFinishing(task, overlayText));
    return [withWarnings(merged, warnings)];
  },
  split: async (task, overlayText) => split(task, await prepareFinishing(task, overlayText)),
  edit: async (task, overlayText) => {
    const { inputs, warnings } = await picturesAsPdfs([task.input]);
    const [input = task.input] = inputs;
    const edited = edit({ ...task, input }, await prepareFinishing(task, overlayText));
    return [withWarnings(edited, warnings)];
  },
  inspect: inspectTask,
  // Most processes never get one.
  picture: async (task) => [await (await import('./picture-to-pdf.ts')).pictureToPdf(task)],
};

/**
 * Runs a task in this thread. Only the preparation of finishing options and the reading of pictures are asynchronous.
 *
 * @param overlayText the fonts of stamps; none by default
 * @throws AppError the errors of the task's own function, and of `prepareFinishing`
 */
export const runPdfTask = async <Task extends OwnTask>(
  task: Task,
  overlayText = new OverlayText(undefined),
): Promise<PdfResult<Task>> => (await runs[task.kind](task as never, overlayText)) as PdfResult<Task>;

const withWarnings = (file: ProducedFile<Chunks>, warnings: readonly Warning[]): ProducedFile<Chunks> => ({
  ...file,
  warnings: boundedWarnings([...warnings, ...file.warnings]),
});
