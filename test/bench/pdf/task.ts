import type { Finishing } from '#lib/engines/pdf/finishing/finishing.ts';

/** What a process of the benchmark is to do, as JSON in the file that its first argument names: thousands of parts exceed an argument. */
export interface PdfTask {
  files: readonly string[];
  /** First and last page of each part, counted from 1; all files become one document where absent. */
  parts?: readonly (readonly [first: number, last: number])[];
  /** How one file changes. */
  edit?: { finishing?: Finishing; isReversed?: boolean };
  /** Where results are written: one file, or one for each part. */
  output: string;
  /** How often it is done unmeasured and measured; a cold process is measured as a whole. */
  warmUps: number;
  rounds: number;
}

/** What it prints, as JSON. */
export interface PdfTaskResult {
  /** Milliseconds of CPU time, of each round. */
  rounds: number[];
  /** The same of the whole process, its start included. */
  process: number;
}
