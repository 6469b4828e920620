import type { EditOptions, MergeOptions, SplitOptions } from '../../api/options/pdf.ts';

/** A file of a request, with its bytes. */
export interface PdfInput {
  /** The field of the request: `file`, `files[1]`. */
  field: string;
  /** The client's file name; empty if it sent none. */
  fileName: string;
  content: Uint8Array;
  password?: string | undefined;
}

interface TaskBase {
  /** Files to attach to each result. */
  attachments?: readonly PdfInput[] | undefined;
  /** Processor time that the task may use. */
  processorMilliseconds?: number;
}

export interface MergeTask extends MergeOptions, TaskBase {
  kind: 'merge';
  inputs: readonly PdfInput[];
}

export interface SplitTask extends SplitOptions, TaskBase {
  kind: 'split';
  input: PdfInput;
}

export interface EditTask extends EditOptions, TaskBase {
  kind: 'edit';
  input: PdfInput;
}

/** A task on PDFs. It is plain data, so that it can be sent to a thread. */
export type PdfTask = MergeTask | SplitTask | EditTask;

/** The PDFs of a task. */
export const documentsOf = (task: PdfTask): readonly PdfInput[] =>
  task.kind === 'merge' ? task.inputs : [task.input];
