import type { Metadata } from '../../api/fields/metadata.ts';
import type { OutlineMode } from '../../engines/pdf/assembly/outline/outline.ts';
import type { PageRange } from '../../base/page-ranges.ts';

/** A PDF of a request, with its bytes. */
export interface PdfInput {
  /** The field it came in: `file`, `files[1]`. */
  field: string;
  /** What the client calls it; empty when it named none. */
  fileName: string;
  content: Uint8Array;
  password?: string | undefined;
}

export interface MergeTask {
  kind: 'merge';
  inputs: readonly PdfInput[];
  /** For each input the pages to take, all when null; all of all when absent. */
  pages?: readonly (readonly PageRange[] | null)[] | undefined;
  outline?: OutlineMode | undefined;
  metadata?: Metadata | undefined;
  fileName: string;
}

export interface SplitTask {
  kind: 'split';
  input: PdfInput;
  /** One part for each. */
  ranges: readonly PageRange[];
  fileName: string;
}

/** Work on PDFs that can be done elsewhere: it holds all that is needed and nothing but data. */
export type PdfTask = MergeTask | SplitTask;
