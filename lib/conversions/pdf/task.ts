import type { EditOptions, MergeOptions, SplitOptions } from '../../api/options/pdf.ts';
import type { Inspection } from '../../api/responses/inspection.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';

/** A file of a request, with its bytes. */
export interface PdfInput {
  /** The field of the request: `file`, `files[1]`. */
  field: string;
  /** The client's file name; empty if it sent none. */
  fileName: string;
  content: Uint8Array;
  password?: string | undefined;
}

interface TaskLimits {
  /** Processor time that the task may use. */
  processorMilliseconds?: number;
}

interface MakingTask extends TaskLimits {
  /** Files to attach to each result. */
  attachments?: readonly PdfInput[] | undefined;
}

export interface MergeTask extends MergeOptions, MakingTask {
  kind: 'merge';
  inputs: readonly PdfInput[];
}

export interface SplitTask extends SplitOptions, MakingTask {
  kind: 'split';
  input: PdfInput;
}

export interface EditTask extends EditOptions, MakingTask {
  kind: 'edit';
  input: PdfInput;
}

export interface InspectTask extends TaskLimits {
  kind: 'inspect';
  input: PdfInput;
}

/** A task whose results are PDFs. */
export type PdfMaking = MergeTask | SplitTask | EditTask;

/** A task on PDFs. It is plain data, so that it can be sent to a thread. */
export type PdfTask = PdfMaking | InspectTask;

/** What a task results in. */
export type PdfResult<Task extends PdfTask> = Task extends InspectTask ? Inspection : ProducedFile<Chunks>[];

/** The PDFs of a task. */
export const documentsOf = (task: PdfTask): readonly PdfInput[] =>
  task.kind === 'merge' ? task.inputs : [task.input];

/** The files that a task attaches to its results. */
export const attachmentsOf = (task: PdfTask): readonly PdfInput[] =>
  'attachments' in task ? (task.attachments ?? []) : [];
