import type { ConformanceFlavour } from '#lib/base/conformance.ts';

/** Validates PDFs, apart from the service's own validation of its results. */
export interface Validator {
  /** With its version. */
  name: string;
  /** @returns what each file fails, by its path; empty for a valid file */
  failures(flavour: ConformanceFlavour, files: readonly string[]): Promise<Map<string, string>>;
  close(): Promise<void>;
}
