import type { MergeOptions, SplitOptions } from '../../api/options/pdf.ts';

/** A PDF of a request, with its bytes. */
export interface PdfInput {
  /** The field it came in: `file`, `files[1]`. */
  field: string;
  /** What the client calls it; empty when it named none. */
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

/** Work on PDFs that can be done elsewhere: it holds all that is needed and nothing but data. */
export type PdfTask = MergeTask | SplitTask;
