import type { MergeOptions, SplitOptions } from '../../api/options/pdf.ts';

/** A PDF of a request, with its bytes. */
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

export interface MergeTask extends MergeOptions, TaskLimits {
  kind: 'merge';
  inputs: readonly PdfInput[];
}

export interface SplitTask extends SplitOptions, TaskLimits {
  kind: 'split';
  input: PdfInput;
}

/** A task on PDFs. It is plain data, so that it can be sent to a thread. */
export type PdfTask = MergeTask | SplitTask;
