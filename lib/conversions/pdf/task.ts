import type { EditOptions, MergeOptions, SplitOptions } from '../../api/options/pdf.ts';
import type { ImagesOptions } from '../../api/options/pictures.ts';
import type { TextOptions } from '../../api/options/text.ts';
import type { Inspection } from '../../api/responses/inspection.ts';
import type { PictureLayout } from '../../engines/pdf/pictures/page-layout.ts';
import {
  allFinishingFiles,
  finishingFilesAmong,
  type OptionalFinishingFiles,
} from '../finishing/finishing-files.ts';
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

/** A task whose results have finishing options, and the files of these options. */
interface MakingTask extends TaskLimits, OptionalFinishingFiles<PdfInput> {}

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

/** Makes a PDF of a picture: PNG, JPEG, WebP, GIF, TIFF, BMP or AVIF. */
export interface PictureTask extends TaskLimits {
  kind: 'picture';
  input: PdfInput;
  layout: PictureLayout;
  /** Of the result. Empty for that of the input. */
  fileName: string;
}

/** Draws pages as pictures, by PDFium. */
export interface DrawTask extends Partial<ImagesOptions>, TaskLimits {
  kind: 'draw';
  input: PdfInput;
  format: ImagesOptions['format'];
  fileName: string;
  /** Whether the names of the pictures have the numbers of their pages. */
  isNumbered: boolean;
}

/** Reads the text of pages, by PDFium. */
export interface TextTask extends TextOptions, TaskLimits {
  kind: 'text';
  input: PdfInput;
}

/** A task of the program with PDFium. */
export type PdfiumTask = DrawTask | TextTask;

/** A task whose results are PDFs. */
export type PdfMaking = MergeTask | SplitTask | EditTask;

/** A task of the program without PDFium. */
export type OwnTask = PdfMaking | InspectTask;

/** A task on PDFs. It is plain data, so that it can be sent to a thread. */
export type PdfTask = OwnTask | PdfiumTask | PictureTask;

/** What a task results in. */
export type PdfResult<Task extends PdfTask> = Task extends InspectTask ? Inspection : ProducedFile<Chunks>[];

/** The PDFs that a task makes its results of. */
export const documentsOf = (task: PdfMaking): readonly PdfInput[] =>
  task.kind === 'merge' ? task.inputs : [task.input];

/** All files of a task. */
export const inputsOf = (task: PdfTask): readonly PdfInput[] =>
  isMaking(task)
    ? [...documentsOf(task), ...allFinishingFiles(finishingFilesAmong<PdfInput>(task))]
    : [task.input];

export const isMaking = (task: PdfTask): task is PdfMaking =>
  task.kind === 'merge' || task.kind === 'split' || task.kind === 'edit';
