import type { MergeOptions, SplitOptions } from '../../api/options/pdf.ts';
import type { Inspection } from '../../api/responses/inspection.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';

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

export interface InspectTask extends TaskLimits {
  kind: 'inspect';
  input: PdfInput;
}

/** What a task results in. */
export type PdfResult<Task extends PdfTask> = Task extends InspectTask ? Inspection : ProducedFile<Chunks>[];

/** A task on PDFs. It is plain data, so that it can be sent to a thread. */
export type PdfTask = MergeTask | SplitTask | InspectTask;
